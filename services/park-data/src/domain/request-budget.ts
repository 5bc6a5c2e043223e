/**
 * How many requests the feed may get from us. It allows 300 a minute; a full bucket and a minute's refill
 * together are 290, so that no minute, wherever it begins, has more.
 */
export const BURST = 100
const REFILL_PER_MS = 190 / 60_000

/** The catalogue can wait for this much to be left over for waits. */
const KEPT_FOR_LIVE = 20

export type Lane = 'live' | 'background'

export type RequestBudget = { tokens: number; at: number }

export const fullBudget = (nowMs: number): RequestBudget => ({ tokens: BURST, at: nowMs })

/** Takes one request out of the budget, or says after how many milliseconds to ask again. */
export function takeRequest(
  budget: RequestBudget,
  lane: Lane,
  nowMs: number,
): { budget: RequestBudget; waitMs: number } {
  const elapsedMs = Math.max(0, nowMs - budget.at)
  const tokens = Math.min(BURST, budget.tokens + elapsedMs * REFILL_PER_MS)
  const needed = lane === 'live' ? 1 : 1 + KEPT_FOR_LIVE
  if (tokens >= needed) return { budget: { tokens: tokens - 1, at: nowMs }, waitMs: 0 }
  return { budget: { tokens, at: nowMs }, waitMs: Math.ceil((needed - tokens) / REFILL_PER_MS) }
}
