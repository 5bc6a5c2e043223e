import type { RideQueue } from '@walkon/contracts/ride-queue'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLanes } from './testing/lanes.ts'
import { aRestaurant, aRide, someone } from './testing/planner.ts'
import { createTestRestaurants, EVENING } from './testing/restaurants.ts'

/** The days on which clocks change, each with the day before it and the instant of 4 am on it: where a park's day begins. */
const CHANGES = [
  { timezone: 'America/New_York', eve: '2026-03-07', day: '2026-03-08', begins: '2026-03-08T08:00:00Z' },
  { timezone: 'America/New_York', eve: '2026-10-31', day: '2026-11-01', begins: '2026-11-01T09:00:00Z' },
  { timezone: 'Europe/Paris', eve: '2026-03-28', day: '2026-03-29', begins: '2026-03-29T02:00:00Z' },
  { timezone: 'Europe/Paris', eve: '2026-10-24', day: '2026-10-25', begins: '2026-10-25T03:00:00Z' },
]

const after = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * 60_000)

const restaurants = await createTestRestaurants()
afterAll(restaurants.close)

describe.each(CHANGES)('restaurant alerts in $timezone, $day', ({ timezone, eve, day, begins }) => {
  const { clock, listAlerts, setAlert } = restaurants

  async function aRestaurantThere() {
    const restaurant = aRestaurant()
    const parkId = await restaurants.catalog({ timezone }, { restaurants: [restaurant] })
    return { restaurantId: restaurant.id, today: async () => (await restaurants.restaurantsOf(parkId)).today }
  }

  test('a day begins at 4 am, and can be chosen until then', async () => {
    const { restaurantId, today } = await aRestaurantThere()
    const setForEve = async () => (await setAlert(someone(), { restaurantId, dates: [eve] })).status

    clock.now = after(begins, -1)
    expect([await today(), await setForEve()]).toEqual([eve, 201])
    clock.now = after(begins, 0)
    expect([await today(), await setForEve()]).toEqual([day, 422])
  })

  test('an alert for the day is active from its first minute to its last', async () => {
    const { restaurantId } = await aRestaurantThere()
    const [ofEve, ofDay] = [someone(), someone()]
    clock.now = after(begins, -60)
    await setAlert(ofEve, { restaurantId, dates: [eve] })
    await setAlert(ofDay, { restaurantId, dates: [day] })
    const activeAt = async (minutes: number) => {
      clock.now = after(begins, minutes)
      await restaurants.runJob('end-restaurant-alerts')
      return [(await listAlerts(ofEve)).length, (await listAlerts(ofDay)).length]
    }

    expect(await activeAt(-1)).toEqual([1, 1])
    expect(await activeAt(0)).toEqual([0, 1])
    expect(await activeAt(24 * 60 - 1)).toEqual([0, 1])
    expect(await activeAt(24 * 60)).toEqual([0, 0])
  })
})

const lanes = await createTestLanes()
afterAll(lanes.close)
beforeEach(() => {
  restaurants.clock.now = EVENING
})

describe.each(CHANGES)('Lightning Lane Assist in $timezone, $day', ({ timezone, begins }) => {
  async function aRideThere() {
    const ride = aRide()
    const parkId = await lanes.catalog({ timezone }, { rides: [ride] })
    return { parkId, rideId: ride.id, name: ride.name }
  }
  const queue = (state: RideQueue['state'], startsAt: Date, amount: number | null = null): RideQueue => ({
    kind: 'PAID_RETURN_TIME',
    state,
    startsAt: startsAt.toISOString(),
    price: { amount, currency: 'USD' },
  })

  test.each([
    ['8:59 am', 5 * 60 - 1, 0],
    ['9 am', 5 * 60, 1],
    ['9 pm', 17 * 60, 1],
    ['9:01 pm', 17 * 60 + 1, 0],
  ])(
    'a return time at %s is told to who wants 09:00 to 21:00 as it should be',
    async (time, minutes, told) => {
      lanes.clock.now = after(begins, 60)
      const ride = await aRideThere()
      await lanes.publishesReturnTimes(ride)
      const visitor = await lanes.aWatcher(ride)
      await lanes.observe(ride, { queues: [queue('FINISHED', after(begins, minutes))] })
      lanes.later(1)
      await lanes.observe(ride, { queues: [queue('AVAILABLE', after(begins, minutes))] })

      const subjects = (await lanes.lettersTo(visitor)).map(({ notification }) => notification.subject)
      expect(subjects).toEqual(told ? [expect.stringContaining(time)] : [])
    },
  )

  test('the trend is against the first price since 4 am', async () => {
    const ride = await aRideThere()
    const trendAt = async (minutes: number, amount: number) => {
      lanes.clock.now = after(begins, minutes)
      await lanes.observe(ride, { queues: [queue('AVAILABLE', lanes.clock.now, amount)] })
      return (await lanes.offeringsOf(ride)).map(({ priceTrend }) => priceTrend)
    }

    await trendAt(-10, 2_000)
    expect(await trendAt(-1, 2_500)).toEqual(['up'])
    expect(await trendAt(0, 2_500)).toEqual(['same'])
    expect(await trendAt(1, 1_900)).toEqual(['down'])
  })
})
