/** Stripe is asked about an open session at least once an hour, so that a lost webhook is noticed. */
const ASK_AGAIN_MS = 60 * 60_000

/** When Stripe is asked next of itself: within the hour, and right after the session's end. */
export function toNextCheck({ expiresAt }: { expiresAt: Date }, now: Date): Date {
  const atEndMs = expiresAt.getTime() + 60_000
  const againMs = now.getTime() + ASK_AGAIN_MS
  return new Date(atEndMs > now.getTime() ? Math.min(atEndMs, againMs) : againMs)
}
