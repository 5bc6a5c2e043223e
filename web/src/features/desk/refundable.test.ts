import { expect, test } from 'vitest'
import { refundWords } from './refundable.ts'

const payment = {
  id: 'one',
  orderId: 'one',
  status: 'paid',
  amountCents: 1_000,
  refundedCents: 0,
  disputed: false,
  owedCents: null as number | null,
  owedState: null,
  version: 1,
  leftCents: 1_000,
  memberCents: 1_000,
  createdAt: '2026-04-14T12:00:00Z',
  paidAt: '2026-04-14T12:00:00Z',
}
const wordsOf = (changes: Partial<typeof payment>[], dayCents: number | null = null) =>
  refundWords({ payments: changes.map((change) => ({ ...payment, ...change })), dayCents, missing: [] })
/** A payment of which nothing is left for the desk. */
const NONE = { leftCents: 0, memberCents: 0 }

test.each([
  [
    'all of what was paid',
    [{}, { amountCents: 500, leftCents: 500, memberCents: 500 }],
    '$15 of $15 can be refunded.',
  ],
  [
    'what another way left of a payment',
    [{ refundedCents: 400, leftCents: 600, memberCents: 600 }],
    '$6 of $10 can be refunded, $4 went or goes back.',
  ],
  ['no second time', [{ ...NONE, owedCents: 400 }], 'None of $10 can be refunded, $4 went or goes back.'],
  [
    'nothing that the bank has',
    [{ ...NONE, disputed: true }, {}],
    '$10 of $20 can be refunded, $10 is disputed.',
  ],
  ['nothing that was not paid', [{ ...NONE, status: 'open' }], 'No payment to refund.'],
])('the desk may refund %s', (_, changes, words) => expect(wordsOf(changes)).toBe(words))

test.each([
  [
    'of a payment',
    [{ memberCents: 300 }],
    null,
    '$10 of $10 can be refunded. Your limit: $3. An admin refunds more.',
  ],
  [
    'of the day',
    [{ memberCents: 700 }, { memberCents: 700 }],
    900,
    '$20 of $20 can be refunded. Your limit: $9. An admin refunds more.',
  ],
  [
    'that is used up',
    [{ memberCents: 0 }],
    0,
    '$10 of $10 can be refunded. You are at your limit: an admin refunds it.',
  ],
])('a member is told their limit %s', (_, changes, dayCents, words) =>
  expect(wordsOf(changes, dayCents)).toBe(words),
)

test('what may be refunded is not known while billing does not answer', () => {
  expect(refundWords({ payments: [], dayCents: null, missing: ['billing'] })).toBe(
    'Payments are not known now.',
  )
})
