import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  at,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'
import { linkHeaders } from '@walkon/testing/service'

const { app, hear, build, triggered, passTime, clear, close } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'
const as = linkHeaders

const list = async (email = ADA) => app.inject({ url: '/subscriptions', headers: await as(email) })
const change = async (id: string, payload: object, email = ADA) =>
  app.inject({ method: 'PATCH', url: `/subscriptions/${id}`, headers: await as(email), payload })
const stop = (id: string, active: boolean, email = ADA) => change(id, { active }, email)
const choose = async (id: string, choices: object[], email = ADA) =>
  app.inject({
    method: 'PUT',
    url: `/subscriptions/${id}/watches`,
    headers: await as(email),
    payload: choices,
  })

/** An evaluator with an empty cache: only the database remembers earlier alerts. */
const withoutMemory = () => build()

let park: TestPark
let subscription: SubscriptionView
let ride: (index: number) => string
beforeEach(async () => {
  await clear()
  park = aPark(3)
  ride = (index) => park.attractions[index]?.rideId ?? ''
  await hear([catalogOf(park)])
  await hear([aPass(park, { email: ADA })])
  const [first] = (await list()).json<SubscriptionView[]>()
  subscription = first as SubscriptionView
})

describe('GET /subscriptions', () => {
  test('200: the caller’s subscriptions are listed with days, channels and every ride of the park', async () => {
    expect(subscription).toMatchObject({
      parkId: park.parkId,
      parkName: park.name,
      timezone: park.timezone,
      active: true,
      state: 'active',
      startDate: '2026-07-01',
      endDate: '2026-07-01',
      dates: ['2026-07-01'],
      channels: ['email'],
      allRidesEnabled: false,
      watches: [
        { rideName: 'Ride 1', active: true, thresholdMinutes: 15, onReopen: false, nextAlertAt: null },
        { rideName: 'Ride 2' },
        { rideName: 'Ride 3' },
      ],
    })
    expect(subscription.windows).toHaveLength(1)
  })

  test('200: the subscriptions of other visitors are not listed', async () => {
    expect((await list(OUTSIDER)).json()).toEqual([])
  })

  test('200: a ride in its cooldown shows when the cooldown ends', async () => {
    await hear([aReading(park, 5)])

    const [view] = (await list()).json<SubscriptionView[]>()

    expect(new Date(view?.watches[0]?.nextAlertAt ?? 0) > new Date(at(59))).toBe(true)
    expect(view?.watches[1]?.nextAlertAt).toBeNull()
  })

  test('200: a subscription with a day to come is scheduled; overlapping windows are shown as one', async () => {
    const other = aPark()
    await hear([catalogOf(other)])
    const windows = [
      { date: '2026-07-02', startsAt: at(60), endsAt: at(120) },
      { date: '2026-07-04', startsAt: at(90), endsAt: at(180) },
    ]
    await hear([aPass(other, { email: ADA, windows })])

    const [view] = (await list()).json<SubscriptionView[]>()

    expect(view).toMatchObject({ state: 'scheduled', startDate: '2026-07-02', endDate: '2026-07-04' })
    expect(view?.dates).toEqual(['2026-07-02', '2026-07-04'])
    expect(view?.windows).toEqual([{ startsAt: windows[0]?.startsAt, endsAt: windows[1]?.endsAt }])
  })

  test('200: an ended subscription is not listed', async () => {
    await passTime(24 * 60)

    expect((await list()).json()).toEqual([])
  })

  test('401: subscriptions need an account or a manage link, not a link for another purpose', async () => {
    const none = await app.inject({ url: '/subscriptions' })
    const other = await app.inject({ url: '/subscriptions', headers: await linkHeaders(ADA, 'unsubscribe') })

    expect([none.statusCode, other.statusCode]).toEqual([401, 401])
  })
})

describe('PATCH /subscriptions/:id', () => {
  test('200: a stopped subscription makes no alert and keeps its dates', async () => {
    const stopped = await stop(subscription.id, false)
    await hear([aReading(park, 5)])

    expect(stopped.json()).toMatchObject({ state: 'stopped', active: false, windows: subscription.windows })
    expect(await triggered()).toEqual([])
  })

  test('200: a subscription that is switched on again alerts, and a running cooldown goes on', async () => {
    await hear([aReading(park, 5)])
    await stop(subscription.id, false)

    const started = await stop(subscription.id, true)
    await hear([aPoll(park, [5, 6])], withoutMemory().handlers)

    expect(started.json()).toMatchObject({ state: 'active' })
    const rides = (await triggered()).flatMap(({ alerts }) => alerts.map(({ rideName }) => rideName))
    expect(rides).toEqual(['Ride 1', 'Ride 2'])
  })

  test('200: a subscription that is switched on without a chosen ride watches all rides', async () => {
    await change(subscription.id, { active: false, watches: [] })

    const started = await stop(subscription.id, true)

    expect(started.json<SubscriptionView>().watches.every(({ active }) => active)).toBe(true)
  })

  test('200: the switch of a park and the choice of its rides are saved together', async () => {
    const watches = [{ rideId: ride(1), active: true, thresholdMinutes: 45 }]

    const changed = await change(subscription.id, { active: false, watches })

    expect(changed.json()).toMatchObject({
      state: 'stopped',
      watches: [{ active: false }, { active: true, thresholdMinutes: 45 }, { active: false }],
    })
  })

  test('200: a save that leaves an active park without rides enables all of them, and says so until the next save', async () => {
    const saved = await change(subscription.id, { watches: [] })
    const [loaded] = (await list()).json<SubscriptionView[]>()
    const next = await change(subscription.id, { watches: [{ rideId: ride(0), active: true }] })

    expect(saved.json()).toMatchObject({
      allRidesEnabled: true,
      watches: [{ active: true }, { active: true }, { active: true }],
    })
    expect(loaded).toMatchObject({ allRidesEnabled: true })
    expect(next.json()).toMatchObject({ allRidesEnabled: false })
  })

  test('200: a park that is switched off with all its rides stays without them', async () => {
    const saved = await change(subscription.id, { active: false, watches: [] })

    expect(saved.json()).toMatchObject({ active: false, allRidesEnabled: false })
    expect(saved.json<SubscriptionView>().watches.some(({ active }) => active)).toBe(false)
  })

  test('422: a park is not switched off by a change that names a ride of another park', async () => {
    const refused = await change(subscription.id, {
      active: false,
      watches: [{ rideId: randomUUID(), active: true }],
    })

    expect(refused.json()).toMatchObject({ status: 422, code: 'unknown-ride' })
    expect((await list()).json()).toEqual([subscription])
  })

  test('404: stopping another visitor’s subscription is refused as one that does not exist', async () => {
    const others = await stop(subscription.id, false, OUTSIDER)
    const missing = await stop(randomUUID(), false)

    const { requestId: _, ...problem } = others.json<{ requestId: string }>()
    expect(others.statusCode).toBe(404)
    expect(missing.json()).toMatchObject(problem)
    expect((await list()).json()).toEqual([subscription])
  })
})

describe('PUT /subscriptions/:id/watches', () => {
  test('200: an empty list enables all rides of an active park, and says so', async () => {
    const chosen = await choose(subscription.id, [])

    expect(chosen.json()).toMatchObject({ allRidesEnabled: true })
    expect(chosen.json<SubscriptionView>().watches.every(({ active }) => active)).toBe(true)
  })

  test('200: rides that the list leaves out are not watched', async () => {
    const chosen = await choose(subscription.id, [{ rideId: ride(1), active: true }])
    await hear([aPoll(park, [5, 6])])

    expect(chosen.json<SubscriptionView>().watches.map(({ active }) => active)).toEqual([false, true, false])
    expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'Ride 2' }] }])
  })

  test('200: the visitor’s own threshold decides', async () => {
    await choose(subscription.id, [{ rideId: ride(0), active: true, thresholdMinutes: 60 }])

    await hear([aReading(park, 60)])

    expect(await triggered()).toMatchObject([{ alerts: [{ waitMinutes: 60, thresholdMinutes: 60 }] }])
  })

  test('200: a ride that is switched off and on again keeps its threshold and its reopening alerts', async () => {
    await choose(subscription.id, [{ rideId: ride(0), active: true, thresholdMinutes: 45, onReopen: true }])
    await choose(subscription.id, [{ rideId: ride(1), active: true }])

    const chosen = await choose(subscription.id, [{ rideId: ride(0), active: true }])

    expect(chosen.json<SubscriptionView>().watches[0]).toMatchObject({ thresholdMinutes: 45, onReopen: true })
  })

  test('200: switching a ride off and on does not end its cooldown', async () => {
    await hear([aReading(park, 5)])
    await choose(subscription.id, [])
    await choose(subscription.id, [{ rideId: ride(0), active: true }])

    await hear([aReading(park, 5)], withoutMemory().handlers)

    expect(await triggered()).toHaveLength(1)
  })

  test('200: a new ride is watched where all rides were chosen, and not where some were', async () => {
    const newRide = { rideId: randomUUID(), name: 'A new ride', retired: false }
    const last = { rideId: randomUUID(), name: 'The last ride', retired: false }
    await choose(subscription.id, [{ rideId: ride(0), active: true }])
    const larger = { ...park, attractions: [...park.attractions, newRide] }
    await hear([catalogOf(larger)])
    await choose(
      subscription.id,
      larger.attractions.map(({ rideId }) => ({ rideId, active: true })),
    )
    await hear([catalogOf({ ...larger, attractions: [...larger.attractions, last] })])

    await hear([aReading(park, 5, { rideId: last.rideId, name: last.name })])

    expect(await triggered()).toMatchObject([{ alerts: [{ rideId: last.rideId }] }])
  })

  test('422: a ride of another park is refused, and nothing is changed', async () => {
    const refused = await choose(subscription.id, [{ rideId: randomUUID(), active: true }])

    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toMatchObject({ code: 'unknown-ride' })
    expect((await list()).json()).toEqual([subscription])
  })

  test.for([
    { name: 'a threshold below five', body: [{ rideId: randomUUID(), active: true, thresholdMinutes: 4 }] },
    {
      name: 'a threshold above two hours',
      body: [{ rideId: randomUUID(), active: true, thresholdMinutes: 121 }],
    },
    {
      name: 'a ride named twice',
      body: [true, false].map((active) => ({ rideId: 'c6a7b4de-0a6c-4d4e-9d7e-0d1f0f9a2b11', active })),
    },
    { name: 'no list', body: { rideId: randomUUID() } },
  ])('400: a choice of rides with $name is refused', async ({ body }) => {
    const refused = await choose(subscription.id, body as object[])

    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ code: 'invalid-request' })
  })

  test('404: choosing rides of another visitor’s subscription is refused as one that does not exist', async () => {
    const refused = await choose(subscription.id, [], OUTSIDER)

    expect(refused.statusCode).toBe(404)
    expect((await list()).json()).toEqual([subscription])
  })
})
