/** When a breakdown is one that probably lasts until the closing. */

/** The length of a breakdown that is over, in minutes: until the ride came back, or until the closing. */
export type BreakdownLength = { minutes: number; cameBack: boolean }

export type LastingBreakdown = {
  /** When it began, in the present opening. */
  downSince: Date
  closesAt: Date
  /** Those that the ride had before. */
  breakdowns: BreakdownLength[]
}

/** Of fewer breakdowns nothing is known. */
const FEWEST_BREAKDOWNS = 5
/** Fewer that lasted so long make no share. */
const FEWEST_AS_LONG = 3
/** Probably: at most 2 of 10 were back in the time that is left. */
const MOST_BACK = 0.2

/**
 * True if a breakdown has outlasted half of the ride's breakdowns, and of those that lasted at least as long hardly any was over within the
 * time that is left before the closing. Where fewer than three lasted so long, it must have outlasted 8 of 10, with no more time left than it
 * has taken already. A past breakdown that the closing cut short says nothing about a longer one.
 */
export function isProbablyDone({ downSince, closesAt, breakdowns }: LastingBreakdown, now: Date): boolean {
  const down = minutesBetween(downSince, now)
  const left = minutesBetween(now, closesAt)
  if (left <= 0 || breakdowns.length < FEWEST_BREAKDOWNS) return false
  const outlasted = breakdowns.filter(({ minutes }) => minutes < down).length / breakdowns.length
  if (outlasted < 0.5) return false
  const asLong = breakdowns.filter(({ minutes, cameBack }) => minutes >= (cameBack ? down : down + left))
  if (asLong.length < FEWEST_AS_LONG) return outlasted >= 1 - MOST_BACK && left <= down
  const back = asLong.filter(({ minutes, cameBack }) => cameBack && minutes <= down + left)
  return back.length / asLong.length <= MOST_BACK
}

const minutesBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000
