import { expect, test } from 'vitest'
import { aRide } from '../../test/samples.ts'
import { holdWords, parkVote, rideWords, trustWords } from './debug-words.ts'

const NOW = new Date('2026-04-14T18:00:00Z')
const ZONE = 'America/New_York'
const freshRides = (count: number) =>
  Array.from({ length: count }, () => aRide({ waitMinutes: 10, changedAt: '2026-04-14T17:45:00Z' }))

test('three rides with a positive wait of the last 20 minutes vouch for a park that is closed by its hours', () => {
  const old = aRide({ waitMinutes: 10, changedAt: '2026-04-14T17:39:00Z' })
  const zero = aRide({ waitMinutes: 0, changedAt: '2026-04-14T17:59:00Z' })
  expect(parkVote({ isOpen: false }, [...freshRides(2), old, zero], NOW)).toEqual({
    isOpen: false,
    words: expect.stringMatching(/^Closed by its hours, and only 2 rides/),
  })
  expect(parkVote({ isOpen: false }, freshRides(3), NOW)).toEqual({
    isOpen: true,
    words: expect.stringMatching(/^Open by its waits: 3 rides/),
  })
  expect(parkVote({ isOpen: true }, [], NOW)).toEqual({ isOpen: true, words: 'Open by its hours' })
})

test('a park without a change is not trusted', () => {
  expect(trustWords(true)).toMatch(/nothing alerts$/)
  expect(trustWords(false)).toBe('Yes')
})

test.for([
  ['no row of the feed', undefined, 'has no reading'],
  ['no wait', aRide({ waitMinutes: null }), 'has no reading'],
  ['a closed ride', aRide({ status: 'CLOSED', waitMinutes: null }), 'is not running'],
  ['a walk-on', aRide({ waitMinutes: 0 }), 'is a walk-on, which does not alert'],
  ['a wait above the limit', aRide({ waitMinutes: 16 }), 'above the limit'],
  ['a wait at the limit', aRide({ waitMinutes: 15 }), 'may alert now'],
] as const)('%s is said as the reason', ([, ride, words]) => {
  expect(rideWords({ thresholdMinutes: 15, nextAlertAt: null }, ride, ZONE)).toBe(words)
})

test('a cooldown is said with its end, whatever the wait', () => {
  const watch = { thresholdMinutes: 15, nextAlertAt: '2026-04-14T18:30:00Z' }
  expect(rideWords(watch, aRide({ waitMinutes: 5 }), ZONE)).toMatch(/^waits until Tue, Apr 14, 2:30 pm/)
})

const WINDOW = { startsAt: '2026-04-14T13:00:00Z', endsAt: '2026-04-15T13:00:00Z' }
const held = (change: Partial<Parameters<typeof holdWords>[0]> = {}, windows = [WINDOW]) =>
  holdWords({
    subscription: { windows, isCoveredByPlan: false, timezone: ZONE },
    status: { words: 'Watching 1 ride.', isRunning: true },
    isParkOpen: true,
    isStale: false,
    now: NOW,
    ...change,
  })

test('what holds back the whole park is said of each ride, and nothing holds back a running pass', () => {
  expect(held()).toBeNull()
  expect(held({ status: { words: 'Paused until Wed, Apr 15, 4 am.', isRunning: false } })).toBe(
    'no alert: Paused until Wed, Apr 15, 4 am.',
  )
  expect(held({ isParkOpen: false })).toBe('no alert while the park is closed')
  expect(held({ isStale: true })).toBe('no alert while the reading is not trusted')
})

test('a pass of a later day alerts from its start, an ended one never, and the plan has no days', () => {
  const tomorrow = { startsAt: '2026-04-15T13:30:00Z', endsAt: '2026-04-16T13:30:00Z' }
  expect(held({}, [tomorrow])).toMatch(/^no alert before Wed, Apr 15, 9:30 am/)
  expect(held({ now: new Date('2026-04-17T00:00:00Z') })).toBe('no alert: the pass has ended')
  const plan = { windows: [], isCoveredByPlan: true, timezone: ZONE }
  expect(held({ subscription: plan })).toBeNull()
})
