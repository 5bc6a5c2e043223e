import type { PromoCodeView } from '@walkon/contracts/http/promo-codes'
import { dayWords } from '../../lib/day-words.ts'

/** A promo code in words, as admins read it. */

const CHANNELS = { email: 'Email', sms: 'SMS', push: 'Push' } as const

/** For what it is, and what it takes off. */
export function offerWords({ channel, discount }: PromoCodeView): string {
  const takesOff = {
    'all-days': 'all days free',
    'one-day': 'one day free',
    percentage: `${discount.percent}% off`,
  }[discount.kind]
  return `${CHANNELS[channel]} · ${takesOff}`
}

export type CodeState = 'active' | 'retired' | 'expired' | 'used-up'

export function toState(
  { retiredAt, expiresAt, maxRedemptions, redemptions, held }: PromoCodeView,
  now: Date,
): CodeState {
  if (retiredAt !== null) return 'retired'
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired'
  return maxRedemptions !== null && redemptions + held >= maxRedemptions ? 'used-up' : 'active'
}

/** States if the code works, and until or since when. */
export function stateWords(code: PromoCodeView, now: Date): string {
  const { retiredAt, expiresAt } = code
  const state = toState(code, now)
  switch (state) {
    case 'retired':
      return `Retired ${dayWords(retiredAt ?? '')}`
    case 'expired':
      return `Expired ${dayWords(expiresAt ?? '')}`
    case 'used-up':
      return 'Used up'
    case 'active':
      return expiresAt === null ? 'Active' : `Active to ${dayWords(expiresAt)}`
    default:
      return state satisfies never
  }
}

/** How often it was used, and how often it may be. */
export function useWords({
  redemptions,
  maxRedemptions,
  maxRedemptionsPerEmail,
  held,
}: PromoCodeView): string {
  return [
    maxRedemptions === null
      ? `${count(redemptions)} used`
      : `${count(redemptions)} of ${count(maxRedemptions)} used`,
    ...(held > 0 ? [`${count(held)} held by open checkouts`] : []),
    maxRedemptionsPerEmail === null ? 'no limit per address' : `${count(maxRedemptionsPerEmail)} per address`,
  ].join(' · ')
}

const count = (number: number) => number.toLocaleString('en-US')
