import { expect, test } from 'vitest'
import type { Opening } from './opening-hours.ts'
import { isOpenByRides, isParkOpen } from './park-open.ts'

const NOW = new Date('2026-07-14T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const ride = (
  waitMinutes: number | null,
  changedAgo: number,
  status: 'OPERATING' | 'CLOSED' = 'OPERATING',
) => ({
  status,
  waitMinutes,
  changedAt: ago(changedAgo),
})
const hours = (opensAgo: number, closesAgo: number): Opening => ({
  date: '2026-07-14',
  type: 'OPERATING',
  opensAt: ago(opensAgo),
  closesAt: ago(closesAgo),
})

test.for([
  {
    rides: [ride(5, 1), ride(20, 10), ride(35, 20)],
    name: 'three waits that changed within 20 minutes',
    open: true,
  },
  { rides: [ride(5, 1), ride(20, 10)], name: 'two of them', open: false },
  { rides: [ride(5, 1), ride(20, 10), ride(35, 21)], name: 'a third one that is older', open: false },
  {
    rides: [ride(5, 1), ride(20, 10), ride(0, 1)],
    name: 'a third one of 0, which is stamped anew all night',
    open: false,
  },
  { rides: [ride(5, 1), ride(20, 10), ride(null, 1)], name: 'a third one without a wait', open: false },
  {
    rides: [ride(5, 1), ride(20, 10), ride(35, 1, 'CLOSED')],
    name: 'a third ride that is closed',
    open: false,
  },
  { rides: [ride(5, 1), ride(20, 10), ride(35, -240)], name: 'a third one from the future', open: false },
])('a park without hours and with $name is open by its rides: $open', ({ rides, open }) => {
  expect(isOpenByRides(rides, [], NOW)).toBe(open)
})

test('waits of before the closing do not keep a park open after it, changes after it do', () => {
  const closed = [hours(600, 5)]
  expect(isOpenByRides([ride(5, 6), ride(20, 10), ride(35, 19)], closed, NOW)).toBe(false)
  expect(isOpenByRides([ride(5, 1), ride(20, 2), ride(35, 4)], closed, NOW)).toBe(true)
})

test('the vote of the rides holds for the last reading, and no longer than readings may be apart', () => {
  const vote = { readAt: ago(1), openByRidesAt: ago(1) }
  expect(isParkOpen(vote, [], NOW)).toBe(true)
  expect(isParkOpen({ ...vote, openByRidesAt: ago(2) }, [], NOW)).toBe(false)
  expect(isParkOpen({ readAt: ago(11), openByRidesAt: ago(11) }, [], NOW)).toBe(false)
  expect(isParkOpen({ readAt: ago(1), openByRidesAt: null }, [hours(10, -10)], NOW)).toBe(true)
})
