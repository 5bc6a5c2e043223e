import { expect, test } from 'vitest'
import { breakdownWords } from './breakdown-words.ts'

const NOW = new Date('2026-04-14T18:00:00Z')
const LENGTHS = [5, 10, 20, 30, 40, 60, 90]

const words = (minutesDown: number, breakdownMinutes: (number | null)[] = LENGTHS, status = 'DOWN') =>
  breakdownWords(
    { status, changedAt: new Date(NOW.getTime() - minutesDown * 60_000).toISOString(), breakdownMinutes },
    NOW,
  )

test.for([
  [0, 'usually back in about 30 min'],
  // Of 20, 30, 40, 60 and 90 minutes, half were over 28 minutes later.
  [12, 'usually back in about 30 min'],
  // Of 40, 60 and 90 minutes, half were over 25 minutes later.
  [35, 'usually back in about 25 min'],
  [59, 'down longer than usual'],
  [500, 'down longer than usual'],
] as const)('a ride that is down for %d minutes is %s', ([minutes, sentence]) => {
  expect(words(minutes)).toBe(sentence)
})

test('a ride that mostly stayed down until the closing is often not back before it', () => {
  expect(words(0, [10, 20, null, null, null])).toBe('often not back before the closing')
})

test('nothing is said of fewer than five breakdowns, of a ride that runs, or without the time it went down', () => {
  expect(words(0, [10, 20, 30, 40])).toBeNull()
  expect(words(0, LENGTHS, 'OPERATING')).toBeNull()
  expect(breakdownWords({ status: 'DOWN', changedAt: null, breakdownMinutes: LENGTHS }, NOW)).toBeNull()
  expect(breakdownWords({ status: 'DOWN', changedAt: NOW.toISOString() }, NOW)).toBeNull()
})

test('a clock that runs behind the feed’s makes no longer wait', () => {
  expect(words(-5)).toBe(words(0))
})

test('a ride that has just reopened says the wait that usually follows', () => {
  const ride = { status: 'OPERATING', changedAt: NOW.toISOString(), waitAfterReopening: 25 }
  expect(breakdownWords(ride, NOW)).toBe('just reopened, usually 25 min half an hour later')
  expect(breakdownWords({ ...ride, waitAfterReopening: 0 }, NOW)).toBe(
    'just reopened, usually a walk-on half an hour later',
  )
  expect(breakdownWords({ ...ride, status: 'CLOSED' }, NOW)).toBeNull()
  expect(breakdownWords({ ...ride, waitAfterReopening: undefined }, NOW)).toBeNull()
})

test('a ride that is probably not back before the closing is probably done for today', () => {
  const ride = { status: 'DOWN', changedAt: NOW.toISOString(), breakdownMinutes: LENGTHS, probablyDone: true }
  expect(breakdownWords(ride, NOW)).toBe('probably done for today')
  expect(breakdownWords({ ...ride, status: 'OPERATING' }, NOW)).toBeNull()
})
