import { expect, test } from 'vitest'
import { boardingGroupAt, returnTimeAt, tablesAt } from './side-queues.ts'

const NOON = new Date('2026-11-21T17:00:00Z')
const minutes = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(NOON.getTime() + index * 60_000))
const startOf = (at: Date) => {
  const offered = returnTimeAt('seed', 'ride', at)
  return offered.state === 'AVAILABLE' ? offered.changedAt.getTime() + offered.aheadMinutes * 60_000 : null
}

test('within an hour return times drift later, jump earlier, sell out and are dropped again', () => {
  const starts = minutes(60).map(startOf)
  const steps = starts.map((start, index) => [starts.at(index - 1) ?? null, start] as const)
  expect(steps.some(([before, after]) => before !== null && after !== null && after > before)).toBe(true)
  const jump = (before: number | null, after: number | null) =>
    before !== null && after !== null && before - after >= 30 * 60_000
  expect(steps.some(([before, after]) => jump(before, after))).toBe(true)
  expect(steps.some(([before, after]) => before !== null && after === null)).toBe(true)
  expect(steps.some(([before, after]) => before === null && after !== null)).toBe(true)
})

test('a return time never begins in the past', () => {
  for (const at of minutes(120)) expect(startOf(at) ?? Infinity).toBeGreaterThan(at.getTime())
})

test('boarding groups are called in order', () => {
  const first = boardingGroupAt('seed', 'ride', NOON, NOON)
  const later = boardingGroupAt('seed', 'ride', NOON, new Date(NOON.getTime() + 3_600_000))
  expect([first.firstGroup, first.lastGroup]).toEqual([1, 10])
  expect([later.firstGroup, later.lastGroup]).toEqual([61, 70])
})

test('not every party size is offered, and none twice', () => {
  const sizes = tablesAt('seed', 'diner', 20, NOON).map(({ partySize }) => partySize)
  expect(new Set(sizes).size).toBe(sizes.length)
  expect(sizes.length).toBeLessThan(8)
})
