import { expect, test } from 'vitest'
import { aRide } from '../../test/samples.ts'
import { postedWords, wasWords } from './age.ts'

const present = {
  now: new Date('2026-11-21T20:00:00Z'),
  timezone: 'America/New_York',
  opensAt: new Date('2026-11-21T14:00:00Z'),
}
const changed = (changedAt: string | null, waitMinutes = 5) => aRide({ changedAt, waitMinutes })

test('a wait of the last hour says when it was posted', () => {
  expect(postedWords(changed('2026-11-21T19:57:00Z'), present)).toBe('posted 3 min ago')
})

test('an older wait says since when it has been the same', () => {
  expect(postedWords(changed('2026-11-21T14:08:00Z'), present)).toBe('5 min since 9:08 am')
  expect(postedWords(changed('2026-11-21T15:00:00Z', 0), present)).toBe('since 10 am')
})

test('the day of a park goes on past midnight, until 4 am', () => {
  const late = { ...present, now: new Date('2026-11-22T05:40:00Z') }
  expect(postedWords(changed('2026-11-22T04:15:00Z', 10), late)).toBe('10 min since 11:15 pm')
  const early = { ...present, now: new Date('2026-11-22T09:20:00Z'), opensAt: undefined }
  expect(postedWords(changed('2026-11-22T08:10:00Z', 10), early)).toBe('unchanged since opening')
})

test('a wait that is as old as the day has not changed since opening', () => {
  expect(postedWords(changed('2026-11-21T14:00:00Z'), present)).toBe('unchanged since opening')
  expect(postedWords(changed('2026-11-20T22:00:00Z'), present)).toBe('unchanged since opening')
})

test('a wait without an instant has no age', () => {
  expect(postedWords(changed(null), present)).toBeNull()
})

test('the wait before is told in words, with its age', () => {
  const ride = aRide({ previousWaitMinutes: 90, changedAt: '2026-11-21T19:57:00Z' })
  expect(wasWords(ride, present.now)).toBe('was 90 three minutes ago')
  expect(wasWords({ ...ride, changedAt: '2026-11-21T19:59:30Z' }, present.now)).toBe('was 90 a moment ago')
  expect(wasWords({ ...ride, changedAt: '2026-11-21T19:59:00Z' }, present.now)).toBe('was 90 one minute ago')
  expect(wasWords({ ...ride, previousWaitMinutes: null }, present.now)).toBeNull()
})
