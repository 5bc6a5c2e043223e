import { letter } from '@walkon/contracts/letter'
import { expect, test } from 'vitest'
import { mayTellOfEnd, toEndLetter, toIssueLetter } from './end-letter.ts'

const ended = {
  subscriptionId: '7b0f4d64-4f0f-4b4e-9a39-6a4d6e0b7c11',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  dates: ['2026-11-24'],
  endedAt: new Date('2026-11-26T00:08:00Z'),
  alertCount: 9,
  rideCount: 5,
}

test('the letter of the end says what the pass brought, when it ended, and leads to another day at the park', () => {
  const words = toEndLetter(ended)

  expect(words.heading).toBe('Alerts Expired')
  expect(words.paragraphs.slice(0, 2)).toEqual([
    'Your alert subscription has expired for today.',
    'Your pass for Magic Kingdom brought 9 alerts for 5 rides. It ran until Wed, Nov 25, 7:08 pm EST.',
  ])
  expect(words.action).toEqual({
    label: 'Add another day',
    path: '/?park=75ea578a-adc8-4116-a54d-dccb60765ef9#alerts',
  })
  expect(letter.parse(words)).toEqual(words)
})

test('the letter of a pass that brought nothing says so', () => {
  expect(toEndLetter({ ...ended, alertCount: 0, rideCount: 0 }).preheader).toBe(
    'No ride at Magic Kingdom came down to its limit this time.',
  )
})

test('an end is told by mail unless the pass was free and brought nothing', () => {
  expect(mayTellOfEnd({ paid: false, alertCount: 0 })).toBe(false)
  expect(mayTellOfEnd({ paid: true, alertCount: 0 })).toBe(true)
  expect(mayTellOfEnd({ paid: false, alertCount: 1 })).toBe(true)
})

test('the end of the longest name makes a letter that notifier can read', () => {
  const words = toEndLetter({ ...ended, parkName: '🎢\r\n'.repeat(100) })

  expect(letter.parse(words)).toEqual(words)
})

test('the letter of a dispute has the words of the pages, and what stopped the alerts', () => {
  const words = toIssueLetter(ended)

  expect(words.heading).toBe('Subscription issue')
  expect(words.paragraphs[0]).toBe(
    'Your subscription is no longer active or not valid for this park. Please renew to receive alerts.',
  )
  expect(words.paragraphs[1]).toContain('is disputed')
  expect(letter.parse(words)).toEqual(words)
})
