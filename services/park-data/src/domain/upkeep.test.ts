import { expect, test } from 'vitest'
import { areHoursDue, isCatalogueDue } from './upkeep.ts'

const now = new Date('2026-07-14T16:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

test('the catalogue is read once a day', () => {
  expect(isCatalogueDue(null, now)).toBe(true)
  expect(isCatalogueDue(hoursAgo(23), now)).toBe(false)
  expect(isCatalogueDue(hoursAgo(24), now)).toBe(true)
})

test('hours are read every six hours', () => {
  expect(areHoursDue(hoursAgo(5), now, 'America/New_York')).toBe(false)
  expect(areHoursDue(hoursAgo(6), now, 'America/New_York')).toBe(true)
})

test('hours are read when the day of the park has changed', () => {
  const readAt = new Date('2026-07-14T07:30:00Z')
  expect(areHoursDue(readAt, new Date('2026-07-14T07:59:00Z'), 'America/New_York')).toBe(false)
  expect(areHoursDue(readAt, new Date('2026-07-14T08:00:00Z'), 'America/New_York')).toBe(true)
})
