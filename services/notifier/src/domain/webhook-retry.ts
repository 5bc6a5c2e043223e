/** When a webhook that failed is posted again, and when its address is given up. */

const HOUR_MS = 3_600_000
const RETRY_DAY_MS = 24 * HOUR_MS
const PATIENCE_MS = 3 * RETRY_DAY_MS

/** The waits after each attempt, as Standard Webhooks suggest; the last one repeats until the day is over. */
const WAITS_MS = [5_000, 60_000, 300_000, 1_800_000, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS]

export type FailedAttempt = {
  /** The present one included. */
  attempts: number
  createdAt: Date
  /** The first failure of the address since its last success; null if this is the first. */
  failingSince: Date | null
  isGone: boolean
}

export type WebhookStep = {
  /** Null: the message is given up. */
  retryAt: Date | null
  /** Null: the address is called further. */
  disable: 'failing' | 'gone' | null
}

export function decideAfterFailure(
  { attempts, createdAt, failingSince, isGone }: FailedAttempt,
  now: Date,
): WebhookStep {
  if (isGone) return { retryAt: null, disable: 'gone' }
  if (failingSince && now.getTime() - failingSince.getTime() >= PATIENCE_MS)
    return { retryAt: null, disable: 'failing' }
  const waitMs = WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? 0
  const retryAt = new Date(now.getTime() + waitMs)
  return { retryAt: retryAt.getTime() <= createdAt.getTime() + RETRY_DAY_MS ? retryAt : null, disable: null }
}
