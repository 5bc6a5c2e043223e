/** Whole hours, rounded down, so that no more is promised than there is; minutes below two hours. The mail also says the instant. */
export function toTimeLeft(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000))
  if (minutes === 1) return '1 minute'
  return minutes < 120 ? `${minutes} minutes` : `${Math.floor(minutes / 60)} hours`
}
