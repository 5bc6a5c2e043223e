import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import type { WayList } from '@walkon/contracts/http/ways'
import { describe, expect, test } from 'vitest'
import { anEmailWay } from '../../test/manage-page.ts'
import { aSubscription } from '../../test/samples.ts'
import { aboutWords, cardStatus, type Delivery } from './card-status.ts'

const now = new Date('2026-11-25T00:30:00Z')
const subscription = aSubscription({
  dates: ['2026-11-24'],
  windows: [{ startsAt: '2026-11-25T00:08:00Z', endsAt: '2026-11-26T00:08:00Z' }],
})
const ways = (email: Partial<WayList['email']> = {}, numbers: WayList['numbers'] = []): WayList => ({
  email: anEmailWay(email),
  numbers,
})
const number = (state: 'confirmed' | 'waiting-for-yes'): WayList['numbers'][number] => ({
  channel: 'sms',
  number: '••• 0123',
  state,
  isTested: true,
  lastTest: null,
})
const aDevice = {
  id: '9a0f3a4e-6f1e-4a53-9d5a-0d6a1f7a9b12',
  name: 'Phone',
  addedAt: '2026-11-24T00:00:00Z',
  lastAcceptedAt: null,
  lastShownAt: null,
}
const usual: Delivery = {
  preferences: { quietHours: null, pausedParks: [] },
  ways: ways(),
  devices: { devices: [], replacesEmail: false },
  isUnknown: false,
  now,
}
const paused = {
  quietHours: { from: '19:00', until: '08:00' },
  pausedParks: [
    {
      parkId: subscription.parkId,
      parkName: subscription.parkName,
      timezone: subscription.timezone,
      pausedUntil: '2026-11-25T09:00:00Z',
    },
  ],
}
const statusOf = (delivery: Partial<Delivery>, changed: Partial<SubscriptionView> = {}) =>
  cardStatus({ ...subscription, ...changed }, { ...usual, ...delivery })

describe('the status of a park', () => {
  test('a park whose alerts come says how many rides are watched', () => {
    expect(statusOf({})).toEqual({ words: 'Watching 2 rides.', isRunning: true })
    expect(statusOf({}, { state: 'scheduled' }).words).toBe('Scheduled. We’ll watch 2 rides.')
  })

  test('a park whose pause or ways could not be loaded does not say that it is watched', () => {
    const unknown = { isUnknown: true, preferences: undefined }
    const words = 'We can’t check right now if these alerts come.'
    expect(statusOf(unknown)).toEqual({ words, isRunning: false })
    expect(statusOf(unknown, { active: false }).words).toBe('Alerts are off.')
  })

  test('a park is quiet until the quiet hours end, on its own clock and past midnight', () => {
    const { words, isRunning } = statusOf({ preferences: { ...paused, pausedParks: [] } })
    expect([words, isRunning]).toEqual(['Quiet until 8 am.', false])
    const noon = new Date('2026-11-25T17:00:00Z')
    expect(statusOf({ preferences: { ...paused, pausedParks: [] }, now: noon }).isRunning).toBe(true)
  })

  test('a pause is said before quiet hours, until it ends', () => {
    expect(statusOf({ preferences: paused }).words).toBe('Paused until Wed, Nov 25, 4 am EST.')
    const after = new Date('2026-11-25T09:30:00Z')
    expect(statusOf({ preferences: paused, now: after }).words).toBe('Quiet until 8 am.')
  })

  test('an address that gets no mail is said before a pause, with the way back', () => {
    expect(statusOf({ preferences: paused, ways: ways({ state: 'unsubscribed' }) })).toEqual({
      words: 'No alerts come: you unsubscribed.',
      isRunning: false,
      way: 'Get them again',
    })
  })

  test('an address that gets no mail stops no alert that goes to a device or a confirmed number', () => {
    const left = ways({ state: 'unsubscribed' }, [number('confirmed')])
    expect(statusOf({ ways: left }, { channels: ['sms'] }).isRunning).toBe(true)
    expect(statusOf({ ways: left }, { channels: ['email'] }).isRunning).toBe(false)
    expect(
      statusOf({
        ways: ways({ state: 'bounced' }),
        devices: { devices: [aDevice], replacesEmail: false },
      }).isRunning,
    ).toBe(true)
  })

  test('a park that is off, or without rides, says so before everything else', () => {
    const left = { ways: ways({ state: 'unsubscribed' }) }
    expect(statusOf(left, { active: false }).words).toBe('Alerts are off.')
    expect(statusOf(left, { watches: [] }).words).toBe('No rides selected, so you won’t get alerts.')
  })

  test('what is not known yet keeps nothing from being said', () => {
    expect(statusOf({ preferences: undefined, ways: undefined, devices: undefined }).words).toBe(
      'Watching 2 rides.',
    )
  })
})

describe('where and until when', () => {
  const about = (delivery: Partial<Delivery>, changed: Partial<SubscriptionView> = {}) =>
    aboutWords({ ...subscription, ...changed }, { ...usual, ...delivery })

  test('a day that has begun is named by its end, at the park', () => {
    expect(about({})).toBe('Email, until Wed, Nov 25, 7:08 pm EST')
  })

  test('a day to come is named with its end', () => {
    const windows = [{ startsAt: '2026-11-26T14:00:00Z', endsAt: '2026-11-27T14:00:00Z' }]
    expect(about({}, { dates: ['2026-11-26'], windows })).toBe(
      'Email, Thu, Nov 26, until Fri, Nov 27, 9 am EST',
    )
  })

  test('the unlimited plan has no end to name', () => {
    expect(about({}, { dates: [], isCoveredByPlan: true })).toBe('Email, unlimited plan')
  })

  test('devices that take the place of mail are named alone, and others beside it', () => {
    expect(about({ devices: { devices: [aDevice], replacesEmail: true } })).toMatch(/^Push, /)
    expect(about({ devices: { devices: [aDevice], replacesEmail: false } })).toMatch(/^Email and Push, /)
  })

  test('text alerts go by mail until the number has answered YES', () => {
    const texts = { channels: ['sms' as const] }
    expect(about({ ways: ways({}, [number('waiting-for-yes')]) }, texts)).toMatch(/^Email, /)
    expect(about({ ways: ways({}, [number('confirmed')]) }, texts)).toMatch(/^SMS, /)
  })
})
