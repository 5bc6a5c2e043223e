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

const SAMPLE_RIDES = [
  'Seven Dwarfs Mine Train',
  'Space Mountain',
  'Test Track',
  'Slinky Dog Dash',
  'Avatar Flight of Passage',
  'Radiator Springs Racers',
  'Big Thunder Mountain Railroad',
  'Expedition Everest',
]

export type AlertCount = { alerts: number; rides: { rideName: string; alerts: number }[] }

/** Alerts sent today, and how many of them were for each of eight rides. The shares of the rides are less than the whole. */
export function sampleAlertCount(date: string): AlertCount {
  const alerts = numberOf(date, 'alerts', SAMPLE_RANGES.alerts)
  const rides = SAMPLE_RIDES.map((rideName) => ({
    rideName,
    alerts: numberOf(date, rideName, [Math.ceil(alerts * 0.03), Math.floor(alerts * 0.12)]),
  }))
  return { alerts, rides }
}

/** FNV-1a of the day and the figure's name, folded into the range. */
function numberOf(date: string, name: string, [least, most]: Range): number {
  let hash = 0x811c9dc5
  for (const char of `${name} ${date}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  // The low bits of neighbouring days are alike: the high ones are mixed in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
  return least + (mixed % (most - least + 1))
}
