import { expect, test } from 'vitest'
import { stepDebt, type Debt, type ReadPayment } from './debt.ts'
import type { Refund } from './refund.ts'

const NOON = new Date('2026-07-01T16:00:00Z')
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const subject = { kind: 'pass', id: 'pass-1' } as const

const aDebt = (changes: Partial<Debt> = {}): Debt => ({
  cents: 500,
  state: 'due',
  since: NOON,
  subject,
  toKey: (cents) => `key:${cents}`,
  ...changes,
})
const aRefund = (changes: Partial<Refund> = {}): Refund => ({
  id: 're_1',
  amountCents: 100,
  status: 'succeeded',
  failureReason: null,
  subject: null,
  ...changes,
})
const own = (changes: Partial<Refund> = {}) => aRefund({ amountCents: 500, subject, ...changes })
const step = (debt: Partial<Debt> = {}, payment: Partial<ReadPayment> = {}) =>
  stepDebt(aDebt(debt), { paymentIntent: 'pi_1', disputed: false, refunds: [], ...payment }, NOON)

test('what is owed is called for, with the key of its amount, and looked at again after a minute', () => {
  expect(step()).toMatchObject({
    state: 'due',
    call: { paymentIntent: 'pi_1', amountCents: 500, subject, idempotencyKey: 'key:500' },
    checkAt: new Date(NOON.getTime() + MINUTE_MS),
  })
})

test('after refunds by hand the rest is called for, with another key', () => {
  const refunds = [aRefund(), aRefund({ id: 're_2', amountCents: 150, status: 'pending' })]
  expect(step({}, { refunds }).call).toMatchObject({ amountCents: 250, idempotencyKey: 'key:250' })
})

test.for(['failed', 'canceled'] as const)('a refund by hand that %s is not taken off', (status) => {
  expect(step({}, { refunds: [aRefund({ status })] }).call).toMatchObject({ amountCents: 500 })
})

test('a payment that was refunded by hand in full needs no call', () => {
  expect(step({}, { refunds: [aRefund({ amountCents: 500 })] })).toMatchObject({ state: 'made', call: null })
})

test('a disputed payment and one without a payment at Stripe are not refunded, and stay due', () => {
  expect(step({}, { disputed: true })).toMatchObject({ state: 'due', call: null })
  expect(step({}, { paymentIntent: null })).toMatchObject({ state: 'due', call: null })
})

test('a refund that was made is not made a second time, also if it was recorded nowhere', () => {
  expect(step({ state: null }, { refunds: [own()] })).toMatchObject({ state: 'made', call: null })
})

test('a refund is looked at each day while the bank has not taken it, then each week for two months', () => {
  const after = (days: number) => new Date(NOON.getTime() + days * DAY_MS)
  expect(step({}, { refunds: [own({ status: 'pending' })] }).checkAt).toEqual(after(1))
  expect(step({}, { refunds: [own()] }).checkAt).toEqual(after(7))
  expect(step({ since: after(-60) }, { refunds: [own()] }).checkAt).toBeNull()
})

test('a refund that the bank returned is not made a second time, is told once, and is looked at no more', () => {
  const refunds = [own({ status: 'failed' })]
  const failed = { state: 'failed', call: null, checkAt: null }
  expect(step({}, { refunds })).toMatchObject({ ...failed, hasFailed: true })
  expect(step({ state: 'failed' }, { refunds })).toMatchObject({ ...failed, hasFailed: false })
})

test('a failed refund of another debt of the same payment stops no call', () => {
  const other = aRefund({ status: 'failed', subject: { kind: 'checkout', id: 'checkout-1' } })
  expect(step({}, { refunds: [other] }).call).toMatchObject({ amountCents: 500 })
})

test('an answer of Stripe that is older than the failure of a refund changes nothing', () => {
  expect(step({ state: 'failed' }, { refunds: [own()] })).toMatchObject({ state: 'failed', own: null })
})

test.for(['failed', 'settled-by-hand'] as const)(
  'what has %s is closed by a refund by hand alone',
  (state) => {
    const returned = own({ status: 'failed' })
    expect(step({ state }, { refunds: [aRefund(), returned] })).toMatchObject({ state, call: null })
    expect(step({ state }, { refunds: [aRefund({ amountCents: 500 }), returned] }).state).toBe('made')
  },
)

test('what Stripe refuses for good is not called for again', () => {
  expect(step({ state: 'failed' })).toMatchObject({ state: 'failed', call: null, hasFailed: false })
})
