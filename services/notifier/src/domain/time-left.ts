import { toDay, toZonedClock } from './park-time.ts'

/** Whole hours, rounded down, so that nobody is promised more than there is; minutes below two hours. The mail says the instant besides. */
export function toTimeLeft(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000))
  if (minutes === 1) return '1 minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}

/** For what belongs to no park, in a zone that is named: `Wed 15 April, 6:41 pm UTC`. */
export const toMoment = (instant: Date) => `${toDay(instant, 'UTC')}, ${toZonedClock(instant, 'UTC')}`
