/** Rounded down, so that no more is promised than there is: minutes below two hours, hours below three days. A mail about a park also says the instant. */
export function toTimeLeft(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000))
  const hours = Math.floor(minutes / 60)
  if (minutes === 1) return '1 minute'
  if (hours < 2) return `${minutes} minutes`
  return hours < 72 ? `${hours} hours` : `${Math.floor(hours / 24)} days`
}
