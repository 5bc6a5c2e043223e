import { letter } from '@walkon/contracts/letter'
import { MAX_DATES_PER_ORDER } from '@walkon/contracts/http/billing'
import { expect, test } from 'vitest'
import { toActivationLetter } from './activation-letter.ts'

const now = new Date('2026-04-14T18:41:00Z')
const alerts = {
  channel: 'email' as const,
  subscriptionId: '7b0f4d64-4f0f-4b4e-9a39-6a4d6e0b7c11',
  parkId: '75ea578a-adc8-4116-a54d-dccb60765ef9',
  parkName: 'Magic Kingdom',
  timezone: 'America/New_York',
  dates: ['2026-04-16'],
  startsAt: new Date('2026-04-16T13:00:00Z'),
  endsAt: new Date('2026-04-17T13:00:00Z'),
}

test('the letter of activation says from when, in park time, and how to change it', () => {
  const words = toActivationLetter(alerts, now)

  expect(words.subject).toBe('Your alerts for Magic Kingdom are on')
  expect(words.paragraphs).toEqual([
    'We’re watching your rides at Magic Kingdom until Fri, Apr 17, 9 am EDT, and email you the minute one is short. We start on Thu, Apr 16 at 9 am EDT.',
  ])
  expect(words.action).toEqual({ label: 'Choose your rides', page: 'manage-alerts' })
  expect(words.further).toEqual([
    { label: 'See live wait times', path: '/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9' },
  ])
})

test('the letter of several days names them, and when the last one ends', () => {
  const words = toActivationLetter({ ...alerts, dates: ['2026-04-14', '2026-04-16'], startsAt: now }, now)

  expect(words.paragraphs).toEqual([
    'We’re watching your rides at Magic Kingdom on April 14 and 16, until Fri, Apr 17, 9 am EDT, and email you the minute one is short.',
  ])
})

test('the letter of a pass that has begun promises no later start', () => {
  expect(toActivationLetter({ ...alerts, startsAt: now }, now).paragraphs).toEqual([
    'We’re watching your rides at Magic Kingdom until Fri, Apr 17, 9 am EDT, and email you the minute one is short.',
  ])
})

test('the letter of a pass for text messages says that the phone is asked first', () => {
  const { paragraphs } = toActivationLetter({ ...alerts, channel: 'sms', startsAt: now }, now)

  expect(paragraphs).toEqual([
    'We’re watching your rides at Magic Kingdom until Fri, Apr 17, 9 am EDT, and text you the minute one is short.',
    expect.stringContaining('answer YES'),
  ])
})

test('the letter of activation goes with its subscription, and can be left', () => {
  const words = toActivationLetter(alerts, now)

  expect(words.subscriptionId).toBe(alerts.subscriptionId)
  expect(words.whenUnsubscribed).toMatchObject({
    subject: 'Your alerts for Magic Kingdom are waiting for you',
    paragraphs: ['Your alerts for Magic Kingdom cover April 16.'],
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
