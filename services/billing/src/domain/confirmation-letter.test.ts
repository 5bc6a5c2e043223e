import { letter } from '@walkon/contracts/letter'
import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { expect, test } from 'vitest'
import { toConfirmationLetter } from './confirmation-letter.ts'

const order = {
  park: {
    id: '75ea578a-adc8-4116-a54d-dccb60765ef9',
    name: 'Magic Kingdom',
    timezone: 'America/New_York',
  },
  dates: ['2026-04-16'],
  token: 'a+b',
  expiresAt: new Date('2026-04-15T18:41:00Z'),
}

test('the letter that confirms alerts says for what, and has the link for as long as it works', () => {
  const words = toConfirmationLetter(order)

  expect(words.subject).toBe('Confirm your alerts for Magic Kingdom')
  expect(words.paragraphs[0]).toContain(
    'on April 16 we’ll email you the minute a ride at Magic Kingdom has a short wait',
  )
  expect(words.action).toEqual({
    label: 'Confirm my alerts',
    path: '/confirm-alerts?token=a%2Bb',
    worksUntil: '2026-04-15T18:41:00.000Z',
  })
})

test('the letter that confirms alerts was asked for: it cannot be left', () => {
  expect(toConfirmationLetter(order).whenUnsubscribed).toBeUndefined()
})

test('the longest order for the longest name makes a letter that notifier can read', () => {
  const park = { ...order.park, name: '🎢\r\n'.repeat(100) }
  // Every other day: none of them can be told as a stretch.
  const dates = Array.from({ length: MAX_DATES_PER_ORDER }, (_, index) =>
    new Date(Date.UTC(2026, 8, 1 + index * 2)).toISOString().slice(0, 10),
  )

  const words = toConfirmationLetter({ ...order, park, dates })

  expect(letter.parse(words)).toEqual(words)
})
