import type { Channel } from '@walkon/contracts/values'

export type PromoCode = {
  channel: Channel
  maxRedemptions: number | null
  maxRedemptionsPerEmail: number | null
  redemptions: number
  expiresAt: Date | null
}

export type PromoCodeProblem =
  | 'invalid-promo-code'
  | 'promo-code-expired'
  | 'promo-code-spent'
  | 'promo-code-wrong-channel'

/** Why a promo code does not make the channel free now; null if it does. `byEmail` is the number of redemptions by the address. */
export function decidePromoCode(
  code: PromoCode | null,
  { channel, byEmail, now }: { channel: Channel; byEmail: number; now: Date },
): PromoCodeProblem | null {
  if (!code) return 'invalid-promo-code'
  if (code.expiresAt && code.expiresAt <= now) return 'promo-code-expired'
  if (isReached(code.maxRedemptions, code.redemptions)) return 'promo-code-spent'
  if (isReached(code.maxRedemptionsPerEmail, byEmail)) return 'promo-code-spent'
  if (code.channel !== channel) return 'promo-code-wrong-channel'
  return null
}

const isReached = (limit: number | null, count: number) => limit !== null && count >= limit
