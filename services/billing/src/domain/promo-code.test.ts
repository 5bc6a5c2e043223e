import { expect, test } from 'vitest'
import { decidePromoCode, type PromoCode, type PromoCodeProblem } from './promo-code.ts'

const now = new Date('2026-07-01T12:00:00Z')
const unlimited: PromoCode = {
  channel: 'email',
  maxRedemptions: null,
  maxRedemptionsPerEmail: null,
  redemptions: 1_000,
  expiresAt: null,
  retiredAt: null,
}

const cases: {
  name: string
  code: PromoCode | null
  held?: number
  byEmail?: number
  expected: PromoCodeProblem | null
}[] = [
  {
    name: 'a promo code without limits is valid however often it was redeemed',
    code: unlimited,
    byEmail: 9,
    expected: null,
  },
  { name: 'a promo code that does not exist is invalid', code: null, expected: 'invalid-promo-code' },
  {
    name: 'a promo code has expired at the instant of its expiry',
    code: { ...unlimited, expiresAt: now },
    expected: 'promo-code-expired',
  },
  {
    name: 'a promo code is valid one millisecond before its expiry',
    code: { ...unlimited, expiresAt: new Date(now.getTime() + 1) },
    expected: null,
  },
  {
    name: 'a promo code is spent when its redemptions reach its limit',
    code: { ...unlimited, maxRedemptions: 1_000 },
    expected: 'promo-code-spent',
  },
  {
    name: 'a promo code is spent when its redemptions and what open checkouts hold reach its limit',
    code: { ...unlimited, maxRedemptions: 1_001 },
    held: 1,
    expected: 'promo-code-spent',
  },
  {
    name: 'a promo code is valid while one use is neither redeemed nor held',
    code: { ...unlimited, maxRedemptions: 1_002 },
    held: 1,
    expected: null,
  },
  {
    name: 'a retired promo code has expired',
    code: { ...unlimited, retiredAt: now },
    expected: 'promo-code-expired',
  },
  {
    name: 'a promo code is spent for an address that has reached its limit an address',
    code: { ...unlimited, maxRedemptionsPerEmail: 2 },
    byEmail: 2,
    expected: 'promo-code-spent',
  },
  {
    name: 'a promo code for text messages does not make email alerts free',
    code: { ...unlimited, channel: 'sms' },
    expected: 'promo-code-wrong-channel',
  },
]

test.for(cases)('$name', ({ code, held = 0, byEmail = 0, expected }) => {
  expect(decidePromoCode(code, { channel: 'email', held, byEmail, now })).toBe(expected)
})
