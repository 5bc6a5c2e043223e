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
import { createSubscriptionCalls } from '../testing/subscriptions.ts'
import { linkHeaders } from '@walkon/testing/service'

const { app, hear, build, triggered, passTime, clear, close } = await createTestEvaluator()
const calls = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

const list = (email = ADA) => calls.ask(email)
const change = (id: string, payload: object, email = ADA) => calls.change(id, payload, email)
const stop = (id: string, active: boolean, email = ADA) => change(id, { active }, email)

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
