import { expect, test } from 'vitest'
import { findBestGone, isNews, wantedOf } from './lead-ride.ts'

const aRide = (popularity: number, today: [number, number | null][] = [], waitMinutes = 10) => ({
  waitMinutes,
  usualMinutes: 20,
  popularity,
  today,
})

test('a short wait is news of the ten most wanted rides, and of any other ride fifteen minutes below its usual wait', () => {
  const rides = Array.from({ length: 12 }, (_, popularity) => aRide(popularity))
  const fallen = aRide(0, [], 5)
  const all = [...rides, fallen]
  expect(all.filter((ride) => isNews(ride, wantedOf(all)))).toEqual([...rides.slice(2), fallen])
})

test('the best moment that is gone is the short wait furthest below the longest of its ride', () => {
  const tron = aRide(90, [
    [300, 85],
    [724, 5],
    [728, 85],
  ])
  const peter = aRide(80, [
    [300, 60],
    [400, 10],
    [420, 60],
  ])
  expect(findBestGone([peter, tron])).toEqual({
    ride: tron,
    waitMinutes: 5,
    fromMinute: 724,
    untilMinute: 728,
  })
})

test('the present wait, a walk-on, a wait that is not short and a small drop are no moment that is gone', () => {
  const present = aRide(90, [
    [300, 85],
    [724, 5],
  ])
  const walkOn = aRide(90, [
    [300, 85],
    [400, 0],
    [500, 85],
  ])
  const moderate = aRide(90, [
    [300, 85],
    [400, 20],
    [500, 85],
  ])
  const small = aRide(90, [
    [300, 15],
    [400, 5],
    [500, 15],
  ])
  expect(findBestGone([present, walkOn, moderate, small])).toBeNull()
})
