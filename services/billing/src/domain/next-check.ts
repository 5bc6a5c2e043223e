const MINUTE_MS = 60_000

/** Ages of a payment page, in minutes, at which Stripe is asked. A lost webhook may not cost a visitor an hour of the paid day. */
const ASK_AT_MINUTES = [1, 5, 15]

/** Later, Stripe is asked about an open session at least once an hour. */
const ASK_AGAIN_MS = 60 * MINUTE_MS

/** When Stripe is asked next of itself: soon after the page was opened, right after its end, and then every hour. */
export function toNextCheck({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: Date): Date {
  const atMs = [
    ...ASK_AT_MINUTES.map((minutes) => createdAt.getTime() + minutes * MINUTE_MS),
    expiresAt.getTime() + MINUTE_MS,
    now.getTime() + ASK_AGAIN_MS,
  ]
  return new Date(Math.min(...atMs.filter((ms) => ms > now.getTime())))
}
