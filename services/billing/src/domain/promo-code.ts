import type { Discount } from '@walkon/contracts/http/billing'
import type { Channel } from '@walkon/contracts/values'

export type PromoCode = {
  channel: Channel
  maxRedemptions: number | null
  maxRedemptionsPerEmail: number | null
  redemptions: number
  expiresAt: Date | null
  retiredAt: Date | null
}

/** How a promo code is used in addition to its redemptions. */
export type CodeUse = {
  /** Uses that open checkouts hold. */
  held: number
  /** Redemptions by the address, and uses that its open checkouts hold. */
  byEmail: number
}

export type PromoCodeProblem =
  | 'invalid-promo-code'
  | 'promo-code-expired'
  | 'promo-code-spent'
  | 'promo-code-wrong-channel'

/** Why a promo code gives no discount on the channel now; null if it does. */
export function decidePromoCode(
  code: PromoCode | null,
  { channel, held, byEmail, now }: CodeUse & { channel: Channel; now: Date },
): PromoCodeProblem | null {
  if (!code) return 'invalid-promo-code'
  if (code.retiredAt || (code.expiresAt && code.expiresAt <= now)) return 'promo-code-expired'
  if (isReached(code.maxRedemptions, code.redemptions + held)) return 'promo-code-spent'
  if (isReached(code.maxRedemptionsPerEmail, byEmail)) return 'promo-code-spent'
  if (code.channel !== channel) return 'promo-code-wrong-channel'
  return null
}

const isReached = (limit: number | null, count: number) => limit !== null && count >= limit

/** True if its uses are counted against a limit, so that an open checkout must hold one. */
export const isLimited = ({
  maxRedemptions,
  maxRedemptionsPerEmail,
}: Pick<PromoCode, 'maxRedemptions' | 'maxRedemptionsPerEmail'>): boolean =>
  maxRedemptions !== null || maxRedemptionsPerEmail !== null

/** The discount of a stored code. */
export function toDiscount({
  discount: kind,
  percent,
}: {
  discount: Discount['kind']
  percent: number | null
}): Discount {
  if (kind !== 'percentage') return { kind }
  if (percent === null) throw new Error('A percentage without a number')
  return { kind, percent }
}

/** A discount as it is stored. */
export const toColumns = (discount: Discount): { discount: Discount['kind']; percent: number | null } => ({
  discount: discount.kind,
  percent: discount.kind === 'percentage' ? discount.percent : null,
})
