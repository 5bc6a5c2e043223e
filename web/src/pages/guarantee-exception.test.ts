import { expect, test } from 'vitest'
import { countNews } from './guarantee-exception.ts'

const RIDE = '00000000-0000-4000-8000-000000000001'
const SHARES = { days: 0, shares: [], bestHours: [] }
const count = (medianMinutes: number | null, watch: object, defaultMinutes = 15) =>
  countNews(
    {
      parkId: RIDE,
      timezone: 'UTC',
      rides: [{ rideId: RIDE, weekday: SHARES, weekend: SHARES, medianMinutes }],
    },
    [{ rideId: RIDE, ...watch }],
    defaultMinutes,
  )

test.for<[string, number | null, object, number, number]>([
  ['above its limit', 20, { thresholdMinutes: 10 }, 15, 1],
  ['at its limit', 10, { thresholdMinutes: 10 }, 15, 0],
  ['above the default, where it has no limit of its own', 12, {}, 10, 1],
  ['above 15 minutes, where the limit is higher', 20, { thresholdMinutes: 60 }, 15, 1],
  ['at 15 minutes, where the limit is higher', 15, { thresholdMinutes: 60 }, 15, 0],
  ['of any wait, where the limit is fitted', 5, { limit: 'fitted' }, 15, 1],
  ['that is not known', null, {}, 15, 1],
])('a ride with a median %s', ([, median, watch, defaultMinutes, counting]) => {
  expect(count(median, watch, defaultMinutes)).toBe(counting)
})
