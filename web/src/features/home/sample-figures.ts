import { POPULAR } from '../../lib/popular-parks.ts'

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

/** Spots left today at each popular park. They are drawn again until their sum, the spots of the day, is within its own range. */
export function sampleSpots(date: string): Map<string, number> {
  const [least, most] = SAMPLE_RANGES.spots
  for (let draw = 0; ; draw++) {
    const spots = POPULAR.map((id) => numberOf(date, `${id} ${draw}`, SAMPLE_RANGES.parkSpots))
    const sum = spots.reduce((all, one) => all + one)
    if (sum >= least && sum <= most) return new Map(POPULAR.map((id, at) => [id, spots[at] ?? 0]))
  }
}

/** FNV-1a of the day and the figure's name, folded into the range. */
export function numberOf(date: string, name: string, [least, most]: Range): number {
  let hash = 0x811c9dc5
  for (const char of `${name} ${date}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // The low bits of neighbouring days are alike: the high ones are mixed in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return least + (mixed % (most - least + 1))
}
