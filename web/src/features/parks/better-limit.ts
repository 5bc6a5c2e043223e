import { MAX_THRESHOLD_MINUTES } from '@walkon/contracts/values'

/** The lowest posted waits of a ride on the last days of its park, the oldest first; null on a day without. */
export type Lows = readonly (number | null)[]

/** Fewer days say nothing. */
const FEWEST_DAYS = 3
/** A limit that was met on fewer days is worth a tip, and a better one was met on so large a share of them. */
const FEW_HITS = 2
const GOOD = { days: 5, of: 7 }
const STEP_MINUTES = 5

/** The days on which a ride got as short as a limit. */
export const hitsOf = (lows: Lows, minutes: number): boolean[] =>
  lows.map((low) => low !== null && low <= minutes)

export const areEnough = (lows: Lows): boolean => lows.length >= FEWEST_DAYS

const countHits = (lows: Lows, minutes: number) => hitsOf(lows, minutes).filter(Boolean).length

/** The lowest limit that a ride met on most of the last days, and on how many. Null if its own is met at times, or none is. */
export function betterLimit(lows: Lows, minutes: number): { minutes: number; days: number } | null {
  if (!areEnough(lows) || countHits(lows, minutes) >= FEW_HITS) return null
  const first = (Math.floor(minutes / STEP_MINUTES) + 1) * STEP_MINUTES
  for (let limit = first; limit <= MAX_THRESHOLD_MINUTES; limit += STEP_MINUTES) {
    const days = countHits(lows, limit)
    if (days * GOOD.of >= lows.length * GOOD.days) return { minutes: limit, days }
  }
  return null
}
