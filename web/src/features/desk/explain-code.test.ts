import { expect, test } from 'vitest'
import { explainCode, type CodeOutcome } from './explain-code.ts'

const USED_AT = '2026-04-14T18:00:00Z'
const clock = (instant: string) => (instant === USED_AT ? 'Tuesday' : instant)
const discount = { kind: 'all-days' } as const
const valid: CodeOutcome = { result: { code: 'FREE', channel: 'email', discount, free: true } }

test.for<[string, CodeOutcome, { code: string; redeemedAt: string }[], RegExp]>([
  ['a valid code', valid, [], /has not used it/],
  ['a code that the address used', valid, [{ code: 'FREE', redeemedAt: USED_AT }], /has used it, on Tuesday/],
  ['no code', { refusal: 'invalid-promo-code' }, [], /does not exist/],
  ['a code that is over', { refusal: 'promo-code-expired' }, [], /has expired/],
  [
    'a spent code',
    { refusal: 'promo-code-spent' },
    [{ code: 'FREE', redeemedAt: USED_AT }],
    /used up.* This address used it/,
  ],
  ['a code of the other kind', { refusal: 'promo-code-wrong-channel' }, [], /not for email alerts/],
])('the answer about %s names why it was refused', ([, outcome, promoRedemptions, words]) => {
  expect(explainCode({ promoRedemptions }, { code: 'FREE', channel: 'email' }, outcome, clock)).toMatch(words)
})
