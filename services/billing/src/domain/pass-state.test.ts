import { expect, test } from 'vitest'
import { toPassState } from './pass-state.ts'

const NOON = new Date('2026-07-01T16:00:00Z')
const day = (date: string) => ({
  startsAt: new Date(`${date}T04:00:00Z`),
  endsAt: new Date(Date.parse(`${date}T04:00:00Z`) + 86_400_000),
})
const fulfilled = { status: 'fulfilled', isPaymentProcessing: false } as const
const aPass = (dates: string[], revokedAt: string | null = null) => ({
  revokedAt: revokedAt === null ? null : new Date(revokedAt),
  windows: dates.map(day),
})

test.each([
  ['active while one of its days is open', ['2026-07-01'], 'active'],
  ['upcoming before its first day', ['2026-07-02'], 'upcoming'],
  ['upcoming between two of its days', ['2026-06-29', '2026-07-03'], 'upcoming'],
  ['over after its last day', ['2026-06-28', '2026-06-29'], 'over'],
] as const)('a pass is %s', (_words, dates, state) => {
  expect(toPassState(fulfilled, aPass([...dates]), NOON)).toBe(state)
})

test('a pass is over at the instant at which its last window ends', () => {
  expect(toPassState(fulfilled, aPass(['2026-07-01']), new Date('2026-07-02T04:00:00Z'))).toBe('over')
})

test('a pass that was taken back before its last day ended is revoked, also later', () => {
  const pass = aPass(['2026-06-29'], '2026-06-29T12:00:00Z')
  expect(toPassState(fulfilled, pass, NOON)).toBe('revoked')
})

test('a pass that is refunded after its last day stays over', () => {
  const pass = aPass(['2026-06-29'], '2026-06-30T12:00:00Z')
  expect(toPassState(fulfilled, pass, NOON)).toBe('over')
})

test('an order without a pass awaits its payment or the confirmation of its address', () => {
  const isPaymentProcessing = false
  for (const status of ['awaiting-payment', 'awaiting-confirmation'] as const)
    expect(toPassState({ status, isPaymentProcessing }, null, NOON)).toBe(status)
})

test('an order on whose payment a bank works awaits no payment of its buyer', () => {
  const order = { status: 'awaiting-payment', isPaymentProcessing: true } as const
  expect(toPassState(order, null, NOON)).toBe('payment-processing')
})

test('an order whose payment came after its days is returned', () => {
  expect(toPassState({ status: 'expired', isPaymentProcessing: false }, null, NOON)).toBe('returned')
})
