/**
 * The figures of the home page where `HOME_FIGURES` is `sample`: pseudo-random, and the same all day in every browser (core, section 9).
 * They are no counts. A deployment shows `live` figures instead.
 */

export const SAMPLE_RANGES = {
  spots: [50, 199],
  alerts: [300, 1999],
  parkSpots: [5, 39],
} as const satisfies Record<string, Range>

type Range = readonly [least: number, most: number]

/** Spots left today, over all parks. */
export const sampleSpots = (date: string): number => numberOf(date, 'spots', SAMPLE_RANGES.spots)

/** Spots left today at one park. */
export const sampleParkSpots = (date: string, parkId: string): number =>
  numberOf(date, parkId, SAMPLE_RANGES.parkSpots)

/** FNV-1a of the day and the figure's name, folded into the range. */
export function numberOf(date: string, name: string, [least, most]: Range): number {
  let hash = 0x811c9dc5
  for (const char of `${name} ${date}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // The low bits of neighbouring days are alike: the high ones are mixed in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return least + (mixed % (most - least + 1))
}
