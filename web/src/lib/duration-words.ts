/** A span of time as it stands in a sentence: "an hour", "24 hours", "90 minutes". */
export function spanWords(minutes: number): string {
  if (minutes === 60) return 'an hour'
  return minutes % 60 === 0 ? `${minutes / 60} hours` : `${minutes} minutes`
}

/** "once an hour", "once every 30 minutes" */
export const onceEvery = (minutes: number): string =>
  minutes === 60 ? 'once an hour' : `once every ${spanWords(minutes)}`
