import { MAX_THRESHOLD_MINUTES, MIN_THRESHOLD_MINUTES } from '@walkon/contracts/values'

/** How long a ride posted which waits: minutes by five-minute step. Step 0 is a posted 0, step 1 is 1 to 5 minutes, and so on. */
export type Histogram = Readonly<Record<string, number>>

/** The posted waits of a ride in one hour of the park's calendar, on days of one class. */
export type HourHistory = {
  /** Days on which waits were posted in this hour. */
  days: number
  steps: Histogram
}

const STEP_MINUTES = 5

/** A limit needs so many days of the hour. */
const FEWEST_DAYS_OF_HOUR = 14
/** With so many days of a class, weekdays and weekends are told apart. */
const FEWEST_DAYS_OF_CLASS = 5
/** A wait is short for a ride if it is so low in at most a tenth of the time. */
const SHORT_SHARE = 0.1

/** The wait that is posted half of the time at most, in minutes; null without any. Between two waits, the mean of them. */
export const medianMinutes = (steps: Histogram): number | null => quantileMinutes(steps, 1 / 2)

/** The wait below which the posted waits stayed for this share of the time, 0 to 1. Between two waits, the mean of them. */
export function quantileMinutes(steps: Histogram, share: number): number | null {
  const ordered = inOrder(steps)
  const part = total(ordered) * share
  let passed = 0
  for (const [index, { minutes, posted }] of ordered.entries()) {
    passed += posted
    if (passed > part) return minutes
    if (passed === part) return Math.round((minutes + (ordered[index + 1]?.minutes ?? minutes)) / 2)
  }
  return null
}

/** The guarantee looks at so many opening days, and at none of a ride with fewer days than these (decisions, section 4). */
export const MEDIAN_DAYS = 28
const FEWEST_DAYS_OF_MEDIAN = 7

/** The median posted wait of a ride on the newest opening days, in minutes; null without enough history. */
export const toUsualMedian = (posted: { days: number; steps: Histogram } | undefined): number | null =>
  posted && posted.days >= FEWEST_DAYS_OF_MEDIAN ? medianMinutes(posted.steps) : null

/** The share of the time, 0 to 1, at which the posted wait is at or below so many minutes; null without any posted wait. */
export function shareAtOrBelow(steps: Histogram, minutes: number): number | null {
  const ordered = inOrder(steps)
  const whole = total(ordered)
  if (whole === 0) return null
  return total(ordered.filter((entry) => entry.minutes <= minutes)) / whole
}

/**
 * The limit that fits a ride at an hour. It is the highest five-minute step that its posted waits were at or below in at most a tenth of
 * the time. From 5 to 120 minutes. Null without enough history: then the default limit holds.
 */
export function fitLimit(ofClass: HourHistory, ofOtherClass: HourHistory): number | null {
  if (ofClass.days + ofOtherClass.days < FEWEST_DAYS_OF_HOUR) return null
  const steps =
    ofClass.days >= FEWEST_DAYS_OF_CLASS ? ofClass.steps : addHistograms(ofClass.steps, ofOtherClass.steps)
  let fitted = MIN_THRESHOLD_MINUTES
  for (let minutes = MIN_THRESHOLD_MINUTES; minutes <= MAX_THRESHOLD_MINUTES; minutes += STEP_MINUTES) {
    if ((shareAtOrBelow(steps, minutes) ?? 1) > SHORT_SHARE) break
    fitted = minutes
  }
  return fitted
}

export function addHistograms(one: Histogram, other: Histogram): Histogram {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...keys].map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)]))
}

const inOrder = (steps: Histogram) =>
  Object.entries(steps)
    .map(([step, posted]) => ({ minutes: Number(step) * STEP_MINUTES, posted }))
    .toSorted((a, b) => a.minutes - b.minutes)

const total = (entries: { posted: number }[]) => entries.reduce((sum, { posted }) => sum + posted, 0)
