import { expect, test } from 'vitest'
import { decidePromoCode, type PromoCode, type PromoCodeProblem } from './promo-code.ts'

const now = new Date('2026-07-01T12:00:00Z')
const unlimited: PromoCode = {
  channel: 'email',
  maxRedemptions: null,
  maxRedemptionsPerEmail: null,
  redemptions: 1_000,
  expiresAt: null,
}

const cases: { name: string; code: PromoCode | null; byEmail?: number; expected: PromoCodeProblem | null }[] =
  [
    {
      name: 'a code without limits is good however often it was redeemed',
      code: unlimited,
      byEmail: 9,
      expected: null,
    },
    { name: 'a code nobody made is invalid', code: null, expected: 'invalid-promo-code' },
    {
      name: 'a code has expired at the very instant',
      code: { ...unlimited, expiresAt: now },
      expected: 'promo-code-expired',
    },
    {
      name: 'a code is good until the instant before it expires',
      code: { ...unlimited, expiresAt: new Date(now.getTime() + 1) },
      expected: null,
    },
    {
      name: 'a code is spent when it was redeemed as often as it may be',
      code: { ...unlimited, maxRedemptions: 1_000 },
      expected: 'promo-code-spent',
    },
    {
      name: 'a code is spent for an address that has redeemed it as often as one may',
      code: { ...unlimited, maxRedemptionsPerEmail: 2 },
      byEmail: 2,
      expected: 'promo-code-spent',
    },
    {
      name: 'a code for text messages makes no e-mail free',
      code: { ...unlimited, channel: 'sms' },
      expected: 'promo-code-wrong-channel',
    },
  ]

test.for(cases)('$name', ({ code, byEmail = 0, expected }) => {
  expect(decidePromoCode(code, { channel: 'email', byEmail, now })).toBe(expected)
})
