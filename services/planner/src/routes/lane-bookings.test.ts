import { afterAll, describe, expect, test } from 'vitest'
import { createTestLanes, finished, returnTime } from '../testing/lanes.ts'
import { someone } from '../testing/planner.ts'

const lanes = await createTestLanes({ LANE_BOOKINGS_PER_ACCOUNT: '3' })
const { aParkWithRide, aWatcher, ask, book, observe } = lanes
afterAll(lanes.close)

describe('bookings', () => {
  test('201: a double click is one booking, which its owner alone sees and cancels', async () => {
    const ride = await aParkWithRide()
    const [visitor, outsider] = [await aWatcher(ride), someone()]
    await observe(ride, { queues: [returnTime()] })

    const [one, other] = await Promise.all([book(visitor, ride), book(visitor, ride)])
    expect([one.status, one.body.id]).toEqual([201, other.body.id])
    expect(one.body).toMatchObject({ attractionName: ride.name, isPractice: true, userId: visitor.userId })
    const url = `/lightning-lane/bookings/${one.body.id}/cancel`
    expect((await ask('POST', url, outsider)).code).toBe('lane-booking-not-found')
    expect((await ask('POST', url, visitor)).body).toMatchObject({ status: 'cancelled' })
    expect((await ask('GET', '/lightning-lane/bookings', outsider)).body).toEqual({ bookings: [] })
  })

  test('429: an account that books and cancels without end is stopped, and another one books', async () => {
    const ride = await aParkWithRide()
    const [visitor, outsider] = [await aWatcher(ride), await aWatcher(ride)]
    await observe(ride, { queues: [returnTime()] })
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) {
      const { status, body } = await book(visitor, ride)
      statuses.push(status)
      await ask('POST', `/lightning-lane/bookings/${body.id}/cancel`, visitor)
    }

    expect(statuses).toEqual([201, 201, 201, 429])
    expect((await book(outsider, ride)).status).toBe(201)
  })

  test('a booking is confirmed or pending, as its provider says', async () => {
    const seen = new Set<string>()
    // One of ten is pending. Two hundred that are confirmed in a row are no chance.
    for (let tries = 0; seen.size < 2 && tries < 200; tries++) {
      const ride = await aParkWithRide()
      const visitor = await aWatcher(ride)
      await observe(ride, { queues: [returnTime()] })
      seen.add((await book(visitor, ride)).body.status)
    }
    expect(seen).toEqual(new Set(['confirmed', 'pending']))
  })

  test('a booking needs a connection, a day, and an offer that stands', async () => {
    const ride = await aParkWithRide()
    await observe(ride, { queues: [finished] })
    const visitor = someone()
    expect((await book(visitor, ride)).code).toBe('lane-connection-required')
    await lanes.connect(visitor)
    expect((await book(visitor, ride)).code).toBe('lane-subscription-required')
    await lanes.buyDay(visitor)
    expect((await book(visitor, ride)).code).toBe('lane-offering-gone')
  })
})
