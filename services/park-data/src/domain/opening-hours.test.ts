import { expect, test } from 'vitest'
import { isOpen, toClosing, type Opening } from './opening-hours.ts'

const opening = (opensAt: string, closesAt: string, type: Opening['type'] = 'OPERATING'): Opening => ({
  date: '2026-04-15',
  type,
  opensAt: new Date(opensAt),
  closesAt: new Date(closesAt),
})

const day = opening('2026-04-15T09:00:00-04:00', '2026-04-15T22:00:00-04:00')
const early = opening('2026-04-15T08:30:00-04:00', '2026-04-15T09:00:00-04:00', 'TICKETED_EVENT')
const late = opening('2026-04-15T22:00:00-04:00', '2026-04-16T01:00:00-04:00', 'EXTRA_HOURS')

test.for([
  ['2026-04-15T08:29:59-04:00', false],
  ['2026-04-15T08:30:00-04:00', true],
  ['2026-04-15T09:00:00-04:00', true],
  ['2026-04-15T22:30:00-04:00', true],
  ['2026-04-16T00:30:00-04:00', true],
  ['2026-04-16T01:00:00-04:00', false],
] as const)('with early entry and an evening past midnight, isOpen at %s is %o', ([at, expected]) => {
  expect(isOpen([day, early, late], new Date(at))).toBe(expected)
})

test('a park is closed from its closing time on', () => {
  expect(isOpen([day], new Date('2026-04-15T21:59:59-04:00'))).toBe(true)
  expect(isOpen([day], new Date('2026-04-15T22:00:00-04:00'))).toBe(false)
})

test('a park without known hours is closed', () => {
  expect(isOpen([], new Date('2026-04-15T12:00:00-04:00'))).toBe(false)
})

test('a closing after midnight that carries the date of the opening is on the next day', () => {
  const opensAt = new Date('2026-04-15T18:00:00-04:00')
  const closesAt = toClosing(opensAt, new Date('2026-04-15T01:00:00-04:00'), 'America/New_York')
  expect(closesAt).toEqual(new Date('2026-04-16T01:00:00-04:00'))
})

test('the next day after a closing past midnight is found by the calendar when the clocks go forward', () => {
  const opensAt = new Date('2026-03-07T18:00:00-05:00')
  const closesAt = toClosing(opensAt, new Date('2026-03-07T03:30:00-05:00'), 'America/New_York')
  expect(closesAt).toEqual(new Date('2026-03-08T03:30:00-04:00'))
})
