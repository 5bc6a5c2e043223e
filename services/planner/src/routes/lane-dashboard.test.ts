import type { LanePreference, LaneSubscription } from '@walkon/contracts/http/lightning-lane'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestLanes, finished, NOON, paidReturnTime } from '../testing/lanes.ts'
import { createTestPlanner, someone } from '../testing/planner.ts'

const lanes = await createTestLanes()
const { aParkWithoutReturnTimes, aParkWithRide, ask, clock, later, observe, offeringsOf, prefer } = lanes
afterAll(lanes.close)
beforeEach(() => void (clock.now = NOON))

test('200: the subscription lasts to the end of the paid days', async () => {
  const visitor = someone()
  const read = async () => (await ask<LaneSubscription>('GET', '/lightning-lane/subscription', visitor)).body
  expect(await read()).toEqual({ subscribed: false, subscription_end: null })
  const day = await lanes.buyDay(visitor)

  expect(await read()).toEqual({ subscribed: true, subscription_end: day.windows[0]?.endsAt })
  later(24 * 60)
  expect(await read()).toEqual({ subscribed: false, subscription_end: null })
})

describe('offerings', () => {
  test('200: a paid return time has its price in its own currency, and the trend of the park’s day', async () => {
    const ride = await aParkWithRide()
    await observe(ride, { queues: [paidReturnTime(2_000, 'JPY')] })
    later(1)
    await observe(ride, { queues: [paidReturnTime(2_500, 'JPY')] })

    expect(await offeringsOf(ride)).toMatchObject([
      {
        kind: 'PAID_RETURN_TIME',
        available: true,
        price: { amount: 2_500, currency: 'JPY' },
        priceTrend: 'up',
        returnTimeStart: '2026-07-01T17:00:00.000Z',
        returnTimeEnd: null,
      },
    ])
  })

  test('200: a ride without return times is offered by a wait over 30 minutes, from one hour ahead, one hour long', async () => {
    const [long, short] = [await aParkWithoutReturnTimes(), await aParkWithoutReturnTimes()]
    await observe(long, { waitMinutes: 31 })
    await observe(short, { waitMinutes: 30 })

    expect(await offeringsOf(short)).toEqual([])
    expect(await offeringsOf(long)).toMatchObject([
      {
        kind: 'STANDBY',
        available: true,
        returnTimeStart: '2026-07-01T17:00:00.000Z',
        returnTimeEnd: '2026-07-01T18:00:00.000Z',
        price: null,
      },
    ])
  })

  test('200: what is sold out is not available, and what was read long ago or in a closed park is not listed', async () => {
    const ride = await aParkWithRide()
    await observe(ride, { waitMinutes: 90, queues: [finished] })
    expect(await offeringsOf(ride)).toMatchObject([{ kind: 'RETURN_TIME', available: false }])
    later(16)
    expect(await offeringsOf(ride)).toEqual([])
    await observe(ride, { waitMinutes: 90, parkOpen: false })
    expect(await offeringsOf(ride)).toEqual([])
  })

  test('400: five parks are too many', async () => {
    const parks = Array.from({ length: 5 }, () => randomUUID()).join(',')
    expect((await ask('GET', `/lightning-lane/offerings?parks=${parks}`, someone())).status).toBe(400)
  })
})

describe('preferences', () => {
  test('409: an attraction has one preference, which can be changed and deleted by its owner alone', async () => {
    const [visitor, outsider] = [someone(), someone()]
    const ride = await aParkWithRide()
    const added = await prefer(visitor, ride)
    expect(added.status).toBe(201)
    expect((await prefer(visitor, ride)).code).toBe('lane-preference-exists')
    const [{ id = '' } = {}] = added.body.preferences as Partial<LanePreference>[]
    const url = `/lightning-lane/preferences/${id}`
    const wishes = { priority: 10, preferredTimeRange: { start: '10:00', end: '12:00' }, maxPrice: null }

    expect((await ask('PUT', url, outsider, wishes)).code).toBe('lane-preference-not-found')
    expect((await ask('DELETE', url, outsider)).code).toBe('lane-preference-not-found')
    expect((await ask('PUT', url, visitor, wishes)).body).toMatchObject({ preferences: [wishes] })
    expect((await ask('DELETE', url, visitor)).status).toBe(204)
  })

  test('200 and 404: an attraction that left the catalogue keeps its preference until it is removed, and nobody adds it', async () => {
    const visitor = someone()
    const { parkId, rideId, name } = await aParkWithRide()
    const id = (await prefer(visitor, { rideId })).body.preferences[0]?.id
    await lanes.catalog({ parkId }, { rides: [{ id: rideId, name, retired: true }] })

    expect((await prefer(someone(), { rideId })).code).toBe('attraction-not-found')
    const kept = await ask('GET', '/lightning-lane/preferences', visitor)
    expect(kept.body).toMatchObject({ preferences: [{ attractionName: name }] })
    expect((await ask('DELETE', `/lightning-lane/preferences/${id}`, visitor)).status).toBe(204)
  })

  test('200: the preference of the highest number comes first', async () => {
    const visitor = someone()
    const [first, last] = [await aParkWithRide(), await aParkWithRide()]
    await prefer(visitor, last, { priority: 1 })
    const { body } = await prefer(visitor, first, { priority: 10 })

    expect(body.preferences.map(({ attractionId }) => attractionId)).toEqual([first.rideId, last.rideId])
  })

  test('201 and 409: of two tabs that add an attraction at once one is answered that it is there', async () => {
    const visitor = someone()
    const ride = await aParkWithRide()
    const answers = await Promise.all([prefer(visitor, ride), prefer(visitor, ride), prefer(visitor, ride)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  })

  test('400 and 404: a priority of 11, a range that ends before it begins and an unknown attraction are refused', async () => {
    const ride = await aParkWithRide()
    expect((await prefer(someone(), ride, { priority: 11 })).status).toBe(400)
    expect(
      (await prefer(someone(), ride, { preferredTimeRange: { start: '21:00', end: '09:00' } })).status,
    ).toBe(400)
    expect((await prefer(someone(), { rideId: randomUUID() })).code).toBe('attraction-not-found')
  })
})

test('403: while the gate is closed, routes of the page refuse a request without a key', async () => {
  const closed = await createTestPlanner()
  expect((await closed.ask('GET', '/lightning-lane/connection', someone())).code).toBe('gate-closed')
  expect((await closed.ask('GET', '/lightning-lane/bookings', someone())).code).toBe('gate-closed')
  await closed.close()
})
