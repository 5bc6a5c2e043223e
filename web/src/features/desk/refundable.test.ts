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
  createdAt: '2026-04-14T12:00:00Z',
  paidAt: '2026-04-14T12:00:00Z',
}
const wordsOf = (...changes: Partial<typeof payment>[]) =>
  refundWords({ payments: changes.map((change) => ({ ...payment, ...change })) }, [])

test.each([
  ['all of what was paid', [{}, { amountCents: 500 }], '$15 of $15 can be refunded.'],
  [
    'what another way left of a payment',
    [{ refundedCents: 400 }],
    '$6 of $10 can be refunded, $4 went or goes back.',
  ],
  ['no second time', [{ owedCents: 400 }], 'None of $10 can be refunded, $4 went or goes back.'],
  ['nothing that the bank has', [{ disputed: true }, {}], '$10 of $20 can be refunded, $10 is disputed.'],
  ['nothing that was not paid', [{ status: 'open' }], 'No payment to refund.'],
])('the desk may refund %s', (_, changes, words) => expect(wordsOf(...changes)).toBe(words))

test('what may be refunded is not known while billing does not answer', () => {
  expect(refundWords({ payments: [] }, ['billing'])).toBe('Payments are not known now.')
})
