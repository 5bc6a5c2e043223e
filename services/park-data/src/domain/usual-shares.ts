import type { UsualShares } from '@walkon/contracts/http/usual-waits'
import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { addHistograms, shareAtOrBelow, type Histogram, type HourHistory } from './histogram.ts'

/** The limits that a visitor may set: 5, 10, … 120 minutes. */
const LIMITS = Array.from(
  { length: MAX_THRESHOLD_MINUTES / MIN_THRESHOLD_MINUTES },
  (_, index) => (index + 1) * MIN_THRESHOLD_MINUTES,
)

/** An hour of fewer days says nothing about which hour is the best. */
const FEWEST_DAYS_OF_BEST_HOUR = 5

/** The share of the time, 0 to 1 with three decimals, at which a ride posted at most each limit. Empty without waits. */
export const limitShares = (steps: Histogram): number[] =>
  LIMITS.flatMap((minutes) => {
    const share = shareAtOrBelow(steps, minutes)
    return share === null ? [] : [Math.round(share * 1_000) / 1_000]
  })

/** How short a ride gets over all hours of a day, from its hours on days of one class. Longer hours of the park weigh more. */
export function toUsualShares(hours: (HourHistory & { hour: number })[]): UsualShares {
  const shares = limitShares(hours.reduce((sum: Histogram, { steps }) => addHistograms(sum, steps), {}))
  const byHour = hours
    .filter(({ days }) => days >= FEWEST_DAYS_OF_BEST_HOUR)
    .map(({ hour, steps }) => ({ hour, shares: limitShares(steps) }))
  return {
    days: Math.max(0, ...hours.map(({ days }) => days)),
    shares,
    bestHours: shares.map((_, limit) => bestHour(byHour, limit)),
  }
}

/** Of equal hours the earliest. */
function bestHour(hours: { hour: number; shares: number[] }[], limit: number): number | null {
  const [best] = hours
    .map(({ hour, shares }) => ({ hour, share: shares[limit] ?? 0 }))
    .toSorted((a, b) => b.share - a.share || a.hour - b.hour)
  return best && best.share > 0 ? best.hour : null
}
