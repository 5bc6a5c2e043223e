import { parkWatchChanged, passEnded, planRegistered } from '@walkon/contracts/events/alerts'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPass,
  aPlan,
  aPoll,
  aReading,
  at,
  changed,
  createTestEvaluator,
  endOf,
  type TestPark,
} from '../testing/evaluator.ts'
import { createSubscriptionCalls } from '../testing/subscriptions.ts'

const { addPark, app, close, db, hear, passTime, published, runJob, startWithPark, triggered } =
  await createTestEvaluator()
const { list } = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'
const DAY = 24 * 60

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(3)
})

const watched = () => published(parkWatchChanged)
const aDay = (from: number, to: number) => ({ date: '2026-07-01', startsAt: at(from), endsAt: at(to) })

describe('while a plan covers', () => {
  test('a park that was added alerts of its chosen rides, at the address of the plan', async () => {
    await hear([aPlan({ email: ADA })])
    await addPark(ADA, park, 0)

    await hear([aPoll(park, [5, 5, 5])])

    expect(await triggered()).toMatchObject([
      {
        email: ADA,
        recipients: [{ channel: 'email', address: ADA }],
        dates: [],
        alerts: [{ rideId: park.attractions[0]?.rideId }],
      },
    ])
  })

  test('each coverage is answered with its version, also a copy of an older one', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await hear([changed(plan, { version: 2 })])
    await hear([changed(plan, {})])

    const answered = await published(planRegistered)
    expect(answered.map(({ version }) => version)).toEqual([1, 2, 1])
    expect(new Set(answered.map(({ planId }) => planId)).size).toBe(1)
  })

  test('nothing alerts in a park that was not added', async () => {
    await hear([aPlan({ email: ADA })])
    await hear([aReading(park, 5)])

    expect(await triggered()).toEqual([])
  })

  test('a park that a pass covers as well alerts once, with the pass’s days', async () => {
    await hear([aPass(park, { email: ADA })])
    await hear([aPlan({ email: ADA })])
    await addPark(ADA, park, 0)

    await hear([aReading(park, 5)])

    expect(await triggered()).toMatchObject([
      { recipients: [{ channel: 'email', address: ADA }], dates: ['2026-07-01'] },
    ])
  })

  test('a park goes on when its pass ends, and the pass reports the alerts of its own window alone', async () => {
    const pass = aPass(park, { email: ADA, windows: [aDay(-60, 5)] })
    await hear([pass])
    await hear([aPlan({ email: ADA })])
    await addPark(ADA, park, 0, 1)
    await hear([aPoll(park, [5])])
    await passTime(10)
    await runJob('end-passes')

    await hear([aPoll(park, [40, 5])])

    expect(await triggered()).toHaveLength(2)
    expect(await published(passEnded)).toMatchObject([{ alerts: [{ rideId: park.attractions[0]?.rideId }] }])
  })

  test('an alert under a plan belongs to no pass: nothing is reported for a guarantee', async () => {
    await hear([aPlan({ email: ADA })])
    await addPark(ADA, park, 0)
    await hear([aReading(park, 5)])
    await passTime(60 * DAY)
    await runJob('end-passes')

    expect(await published(passEnded)).toEqual([])
  })
})

describe('events that come late, twice or in another order', () => {
  const coverOf = async (email = ADA) =>
    (await app.inject({ url: '/cover', headers: await linkHeaders(email) })).json<{
      coveredUntil: string | null
    }>().coveredUntil

  test('the newest version of a coverage counts, in whatever order the versions come', async () => {
    const plan = aPlan({ email: ADA, coveredUntil: at(DAY), version: 1 })
    const renewed = changed(plan, { coveredUntil: at(40 * DAY), version: 3 })
    const cancelled = changed(plan, { coveredUntil: at(2 * DAY), version: 2 })
    await hear([renewed])
    await hear([cancelled])
    await hear([plan])

    expect(await coverOf()).toBe(renewed.event.data['coveredUntil'])
  })

  test('versions of one batch leave the newest', async () => {
    const plan = aPlan({ email: ADA, coveredUntil: at(DAY), version: 1 })
    const renewed = changed(plan, { coveredUntil: at(40 * DAY), version: 2 })
    await hear([renewed, plan])

    expect(await coverOf()).toBe(renewed.event.data['coveredUntil'])
  })

  test('a coverage that comes after the end of its plan covers nothing', async () => {
    const plan = aPlan({ email: ADA })
    await hear([endOf(plan)])
    await hear([plan])

    expect(await coverOf()).toBeNull()
  })

  test('an end that is heard twice changes nothing of a plan that was bought since', async () => {
    const plan = aPlan({ email: ADA })
    const end = endOf(plan)
    await hear([plan])
    await hear([end])
    await hear([aPlan({ email: ADA })])
    await hear([{ ...end, event: { ...end.event, id: randomUUID() } }])

    expect(await coverOf()).not.toBeNull()
  })

  test('a plan that moves to another address covers nothing at the old one', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await hear([changed(plan, { email: 'new@example.com', version: 2 })])

    expect(await coverOf()).toBeNull()
    expect(await coverOf('new@example.com')).not.toBeNull()
  })
})

describe('ParkWatchChanged', () => {
  test('is published when a park of a plan is added, renewed, stopped, switched on and ended', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    const { id } = (await addPark(ADA, park, 0)).json<SubscriptionView>()
    const renewed = changed(plan, { coveredUntil: at(60 * DAY), version: 2 })
    await hear([renewed])
    const headers = await linkHeaders(ADA)
    for (const active of [false, true])
      await app.inject({ method: 'PATCH', url: `/subscriptions/${id}`, headers, payload: { active } })
    await hear([endOf(plan)])

    const until = [plan, renewed].map(({ event }) => event.data['coveredUntil'])
    expect(await watched()).toEqual(
      [until[0], until[1], null, until[1], null].map((watchedUntil) => ({
        subscriptionId: id,
        parkId: park.parkId,
        watchedUntil,
      })),
    )
  })

  test('is not published for a subscription that passes alone carry', async () => {
    await hear([aPass(park, { email: ADA })])
    const [subscription] = await list(ADA)
    const [url, headers] = [`/subscriptions/${subscription?.id}`, await linkHeaders(ADA)]
    await app.inject({ method: 'PATCH', url, headers, payload: { active: false } })

    expect(await watched()).toEqual([])
  })
})

test('a park that is added while its plan is renewed has the renewed window', async () => {
  const plan = aPlan({ email: ADA, coveredUntil: at(30) })
  await hear([plan])
  const renewed = changed(plan, { coveredUntil: at(DAY), version: 2 })

  await Promise.all([addPark(ADA, park, 0), hear([renewed]), addPark(ADA, park, 1)])

  const [subscription] = await list(ADA)
  expect(subscription?.windows[0]?.endsAt).toBe(renewed.event.data['coveredUntil'])
  const rows = await db.execute<{ open_until: string }>(`select open_until from subscriptions`)
  expect(new Date(rows[0]?.open_until ?? 0).toISOString()).toBe(renewed.event.data['coveredUntil'])
})
