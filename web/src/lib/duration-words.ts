/** A span of time as it stands in a sentence: "an hour", "24 hours", "90 minutes". */
export function spanWords(minutes: number): string {
  if (minutes === 60) return 'an hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/** Days, which may be a part of one: "7 days", "a day", "12 hours". */
export function daysWords(days: number): string {
  if (days === 0) return 'a moment'
  if (days === 1) return 'a day'
  return Number.isInteger(days) ? `${days} days` : spanWords(Math.max(1, Math.round(days * 24 * 60)))
}

/** "once an hour", "once every 30 minutes" */
export const onceEvery = (minutes: number): string =>
  minutes === 60 ? 'once an hour' : `once every ${spanWords(minutes)}`
