import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { letter } from '@walkon/contracts/letter'
import { toOrderReference } from '@walkon/contracts/order-reference'
import { expect, test } from 'vitest'
import { toReceiptLetter, type Receipt } from './receipt-letter.ts'

const now = new Date('2026-04-14T18:41:00Z')
const receipt: Receipt = {
  alerts: {
    channel: 'email',
    parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
    parkName: 'Magic Kingdom',
    timezone: 'America/New_York',
    dates: ['2026-04-14'],
    startsAt: now,
    endsAt: new Date('2026-04-15T18:41:00Z'),
  },
  amountCents: 100,
  orderId: '0197a0c6-4d44-7b2f-8c83-0d7b8e1a2f10',
  lostDates: [],
  lostCents: 0,
}

test('one letter says that the alerts are on, until when, and at its foot what was paid', () => {
  const words = toReceiptLetter(receipt, now)

  expect(words).toMatchObject({
    subject: 'Your alerts for Magic Kingdom are on',
    preheader:
      'We’re watching your rides at Magic Kingdom until Wed, Apr 15, 2:41 pm EDT. Your receipt: $1.00 for Magic Kingdom.',
    action: { label: 'Choose your rides', page: 'manage-alerts' },
    details: {
      title: 'Your receipt',
      rows: [
        { label: 'Paid', value: '$1.00' },
        { label: 'For', value: '1 day of email alerts: April 14' },
        { label: 'Order', value: toOrderReference(receipt.orderId) },
      ],
    },
  })
  expect(words.paragraphs).toEqual([
    expect.stringMatching(/^We’re watching your rides/),
    expect.stringMatching(/A ride that is short most of the day does not count\.$/),
  ])
})

test('an address that has left its alerts reads in the same letter how to get them again, and of days that were lost', () => {
  const { whenUnsubscribed } = toReceiptLetter({ ...receipt, lostDates: ['2026-04-13'], lostCents: 50 }, now)

  expect(whenUnsubscribed).toMatchObject({
    subject: 'Your alerts for Magic Kingdom are waiting for you',
    paragraphs: ['Your alerts for Magic Kingdom cover April 14.', expect.stringContaining('refunding $0.50')],
  })
})

test('a copy is a receipt by its subject, and promises nothing once the pass is over', () => {
  const copy = { ...receipt, isCopy: true }

  expect(toReceiptLetter(copy, now)).toMatchObject({
    subject: 'Your receipt: $1.00 for Magic Kingdom',
    paragraphs: [expect.stringMatching(/^We’re watching/), 'Thank you for your order.'],
  })
  expect(toReceiptLetter(copy, new Date('2026-05-01T12:00:00Z'))).toMatchObject({
    paragraphs: ['Thank you for your order.'],
    details: { rows: expect.arrayContaining([{ label: 'Paid', value: '$1.00' }]) },
  })
})

test.for([false, true])(
  'the longest order for the longest name makes a letter that notifier can read, as a copy %s',
  (isCopy) => {
    // Every other day: none of them can be told as a stretch.
    const days = Array.from({ length: MAX_DATES_PER_ORDER }, (_, index) =>
      new Date(Date.UTC(2026, 8, 1 + index * 2)).toISOString().slice(0, 10),
    )
    const [lost = '', ...dates] = days
    const alerts = { ...receipt.alerts, parkName: '🎢\r\n'.repeat(100), dates }
    const words = toReceiptLetter({ ...receipt, alerts, lostDates: [lost], lostCents: 100, isCopy }, now)

    expect(letter.parse(words)).toEqual(words)
  },
)
