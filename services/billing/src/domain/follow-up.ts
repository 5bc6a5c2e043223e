const DAY_MS = 24 * 3_600_000

/** For how many days, and how often, Stripe is asked about a payment that may still change: the webhook of a change may be lost. */
const FOLLOW_UPS = {
  /** Banks take a dispute of a payment for four months. */
  payment: { forDays: 125, everyDays: 7 },
  /** A bank takes weeks to decide. */
  dispute: { forDays: 365, everyDays: 7 },
  /** A bank takes some days for a refund. */
  'pending refund': { forDays: 60, everyDays: 1 },
  /** A bank may return a refund weeks later. */
  refund: { forDays: 60, everyDays: 7 },
} as const

type Followed = keyof typeof FOLLOW_UPS

/** When Stripe is asked next; null: never again. */
export function toNextLook(followed: Followed, since: Date, now: Date): Date | null {
  const { forDays, everyDays } = FOLLOW_UPS[followed]
  const isFollowed = now.getTime() - since.getTime() < forDays * DAY_MS
  return isFollowed ? new Date(now.getTime() + everyDays * DAY_MS) : null
}

/** Returns the instant since which payments are still followed. */
export const followedSince = (followed: Followed, now: Date): Date =>
  new Date(now.getTime() - FOLLOW_UPS[followed].forDays * DAY_MS)
