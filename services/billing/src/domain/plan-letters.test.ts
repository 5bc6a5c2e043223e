import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import {
  toPaymentFailedLetter,
  toPlanCancelledLetter,
  toPlanEndedLetter,
  toPlanReceiptLetter,
} from './plan-letters.ts'

const periodEndsAt = new Date('2026-08-01T02:00:00Z')
const aMonth = { amountCents: 1_500, periodEndsAt, cancelsAtPeriodEnd: false, isFirst: false }

test('a receipt says what was paid and when the next payment is, in days of our own address', () => {
  const words = toPlanReceiptLetter(aMonth)
  expect(words.subject).toBe('Your receipt: $15.00 for the unlimited plan')
  expect(words.paragraphs).toEqual([
    'You paid $15.00 for one month of the unlimited plan. The next payment is on Fri, Jul 31.',
  ])
})

test('the first receipt says how a park is added, and leads there', () => {
  const words = toPlanReceiptLetter({ ...aMonth, isFirst: true })
  expect(words.paragraphs[1]).toContain('Add a park by choosing rides in it')
  expect(words.action).toMatchObject({ page: 'manage-alerts' })
})

test('the receipt of a plan that is cancelled announces no payment', () => {
  expect(toPlanReceiptLetter({ ...aMonth, cancelsAtPeriodEnd: true }).paragraphs[0]).toContain(
    'Your plan ends on Fri, Jul 31.',
  )
})

test('a failed payment says until when the alerts go on', () => {
  const words = toPaymentFailedLetter({ monthCents: 1_500, graceEndsAt: periodEndsAt })
  expect(words.paragraphs[0]).toContain('Your alerts go on until Fri, Jul 31.')
})

test('the end of a plan names its reason', () => {
  expect(toPlanEndedLetter('unpaid').paragraphs[0]).toContain('because its last payment didn’t go through')
  expect(toPlanEndedLetter('cancelled').paragraphs[0]).not.toContain('payment')
})

test('each letter of a plan is one that notifier takes', () => {
  const letters = [
    toPlanReceiptLetter({ ...aMonth, isFirst: true }),
    toPaymentFailedLetter({ monthCents: 1_500, graceEndsAt: periodEndsAt }),
    toPlanCancelledLetter({ periodEndsAt }),
    toPlanEndedLetter('unpaid'),
  ]
  for (const words of letters) expect(letter.safeParse(words).success).toBe(true)
})
