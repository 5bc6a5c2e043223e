import { letter } from '@walkon/contracts/letter'
import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { expect, test } from 'vitest'
import { toConfirmationLetter, toPaidConfirmationLetter } from './confirmation-letter.ts'

const order = {
  park: {
    id: '75ea578a-adc8-4116-a54d-dccb60765ef9',
    name: 'Magic Kingdom',
    timezone: 'America/New_York',
  },
  dates: ['2026-04-16'],
  channel: 'email' as const,
  token: 'a+b',
  expiresAt: new Date('2026-04-15T18:41:00Z'),
}

test('the confirmation letter names park and days, and carries the link with the instant at which it expires', () => {
  const words = toConfirmationLetter(order)

  expect(words.subject).toBe('Confirm your alerts for Magic Kingdom')
  expect(words.paragraphs[0]).toContain(
    'on April 16 we’ll email you the minute a ride at Magic Kingdom has a short wait',
  )
  expect(words.action).toEqual({
    label: 'Turn on my alerts',
    path: '/confirm-alerts?token=a%2Bb',
    worksUntil: '2026-04-15T18:41:00.000Z',
  })
})

test('the confirmation letter of an order for text messages names the last digits of the number that the texts go to', () => {
  expect(toConfirmationLetter({ ...order, channel: 'sms', phone: '+14075550123' }).paragraphs[0]).toContain(
    'on April 16 we’ll text you at the number ending in 0123 the minute',
  )
})

test('the letter of a paid order says what was paid, that nothing changes without its owner, and fits the contract', () => {
  const words = toPaidConfirmationLetter({
    ...order,
    channel: 'sms',
    phone: '+14075550123',
    amountCents: 500,
    orderId: '0197a0c6-4d44-4b2f-8c83-0d7b8e1a2f10',
  })

  expect(letter.parse(words)).toEqual(words)
  expect(words.paragraphs[0]).toContain('We got $5.00')
  expect(words.paragraphs[1]).toContain('the number ending in 0123')
  expect(words.closing).toContain('the $5.00 goes back')
})

test('the confirmation letter has no unsubscribe link, because the visitor asked for it', () => {
  expect(toConfirmationLetter(order).whenUnsubscribed).toBeUndefined()
})

test('the confirmation letter of the longest order and the longest park name fits the contract', () => {
  const park = { ...order.park, name: '🎢\r\n'.repeat(100) }
  // Every other day: no two days can be joined as `14 to 16 April`.
  const dates = Array.from({ length: MAX_DATES_PER_ORDER }, (_, index) =>
    new Date(Date.UTC(2026, 8, 1 + index * 2)).toISOString().slice(0, 10),
  )

  const words = toConfirmationLetter({ ...order, park, dates })

  expect(letter.parse(words)).toEqual(words)
})
