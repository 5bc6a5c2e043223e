import { letter } from '@walkon/contracts/letter'
import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { expect, test } from 'vitest'
import { toActivationLetter } from './activation-letter.ts'

const now = new Date('2026-04-14T18:41:00Z')
const alerts = {
  subscriptionId: '7b0f4d64-4f0f-4b4e-9a39-6a4d6e0b7c11',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  dates: ['2026-04-16'],
  startsAt: new Date('2026-04-16T13:00:00Z'),
}

test('the letter of activation says from when, in park time, and how to change it', () => {
  const words = toActivationLetter(alerts, now)

  expect(words.subject).toBe('Alerts are on for Magic Kingdom')
  expect(words.paragraphs).toEqual([
    'From Thu 16 April, 9:00 am EDT, we watch your rides at Magic Kingdom and write the minute one is short. Covered: 16 April.',
  ])
  expect(words.action).toEqual({ label: 'Choose rides and limits', page: 'manage-alerts' })
  expect(words.further).toEqual([
    { label: 'See the live board', path: '/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9' },
  ])
})

test('the letter of a pass that has begun says that alerts come from now on', () => {
  expect(toActivationLetter({ ...alerts, startsAt: now }, now).paragraphs[0]).toMatch(
    /^From now on we watch your rides at Magic Kingdom/,
  )
})

test('the letter of activation goes with its subscription, and can be left', () => {
  const words = toActivationLetter(alerts, now)

  expect(words.subscriptionId).toBe(alerts.subscriptionId)
  expect(words.whenUnsubscribed).toMatchObject({
    subject: 'Your alerts for Magic Kingdom are waiting for you',
    paragraphs: ['Your alerts for Magic Kingdom cover 16 April.'],
  })
})

test('the longest pass for the longest name makes a letter that notifier can read', () => {
  // Every other day: none of them can be told as a stretch.
  const dates = Array.from({ length: MAX_DATES_PER_ORDER }, (_, index) =>
    new Date(Date.UTC(2026, 8, 1 + index * 2)).toISOString().slice(0, 10),
  )

  const words = toActivationLetter({ ...alerts, parkName: '🎢\r\n'.repeat(100), dates }, now)

  expect(letter.parse(words)).toEqual(words)
})
