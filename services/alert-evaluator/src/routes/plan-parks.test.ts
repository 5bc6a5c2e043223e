import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { linkHeaders } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  aPark,
  aPass,
  aPlan,
  at,
  catalogOf,
  createTestEvaluator,
  endOf,
  type TestPark,
} from '../testing/evaluator.ts'

const { addPark, app, clear, close, db, hear } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

const post = async (payload: object, email = ADA) =>
  app.inject({ method: 'POST', url: '/subscriptions', headers: await linkHeaders(email), payload })
const cover = async (email: string) =>
  (await app.inject({ url: '/cover', headers: await linkHeaders(email) })).json<object>()
const list = async (email = ADA) =>
  (await app.inject({ url: '/subscriptions', headers: await linkHeaders(email) })).json<SubscriptionView[]>()
const chosenOf = ({ watches }: SubscriptionView) =>
  watches.filter(({ active }) => active).map(({ rideName }) => rideName)
const codeOf = ({ statusCode, body }: { statusCode: number; body: string }) => [
  statusCode,
  z.object({ code: z.string() }).parse(JSON.parse(body)).code,
]

describe('POST /subscriptions', () => {
  test('201: a park is added with the rides that were chosen, for as long as the plan covers', async () => {
    await hear([aPlan({ email: ADA, coveredUntil: at(60 * 24) })])

    const response = await addPark(ADA, park, 0, 2)

    expect(response.statusCode).toBe(201)
    const view = response.json<SubscriptionView>()
    expect(view).toMatchObject({
      parkId: park.parkId,
      active: true,
      state: 'active',
      dates: [],
      channels: ['email'],
      isCoveredByPlan: true,
      allRidesEnabled: false,
    })
    expect(view.startDate <= view.endDate).toBe(true)
    expect(view.windows).toHaveLength(1)
    expect(chosenOf(view)).toEqual(['Ride 1', 'Ride 3'])
    expect(await list()).toEqual([view])
  })

  test('201: the same request twice, also at the same moment, is one park', async () => {
    await hear([aPlan({ email: ADA })])

    const both = await Promise.all([addPark(ADA, park, 0), addPark(ADA, park, 0)])

    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await list()).toHaveLength(1)
  })

  test('201: a park that a pass carries keeps its days and rides, gets the chosen ones beside them, and goes on with the plan', async () => {
    await hear([aPass(park, { email: ADA, watches: [{ rideId: park.attractions[0]?.rideId ?? '' }] })])
    await hear([aPlan({ email: ADA })])

    const view = (await addPark(ADA, park, 1)).json<SubscriptionView>()

    expect(view).toMatchObject({ dates: ['2026-07-01'], isCoveredByPlan: true })
    expect(chosenOf(view)).toEqual(['Ride 1', 'Ride 2'])
  })

  test('201: a park that was stopped is switched on', async () => {
    await hear([aPlan({ email: ADA })])
    const { id } = (await addPark(ADA, park, 0)).json<SubscriptionView>()
    const headers = await linkHeaders(ADA)
    await app.inject({ method: 'PATCH', url: `/subscriptions/${id}`, headers, payload: { active: false } })

    expect((await addPark(ADA, park, 0)).json()).toMatchObject({ id, active: true, state: 'active' })
  })

  test('403: without a plan no park is added, also where another address has one', async () => {
    await hear([aPlan({ email: ADA })])

    expect(codeOf(await addPark(OUTSIDER, park, 0))).toEqual([403, 'plan-required'])
    expect(await list(OUTSIDER)).toEqual([])
  })

  test('403: a plan that is over adds no park', async () => {
    const plan = aPlan({ email: ADA })
    await hear([plan])
    await hear([endOf(plan)])

    expect(codeOf(await addPark(ADA, park, 0))).toEqual([403, 'plan-required'])
  })

  test('404: a park that does not exist is refused', async () => {
    await hear([aPlan({ email: ADA })])
    const watches = [{ rideId: randomUUID(), active: true }]

    expect(codeOf(await post({ parkId: randomUUID(), watches }))).toEqual([404, 'park-not-found'])
  })

  test('422: a ride of another park is refused, and nothing is added', async () => {
    await hear([aPlan({ email: ADA })])
    const watches = [{ rideId: randomUUID(), active: true }]

    expect(codeOf(await post({ parkId: park.parkId, watches }))).toEqual([422, 'unknown-ride'])
    expect(await list()).toEqual([])
  })

  test.for([
    ['without rides', []],
    ['with rides that are all off', [{ rideId: randomUUID(), active: false }]],
  ] as const)('400: a park %s is refused', async ([, watches]) => {
    await hear([aPlan({ email: ADA })])

    expect(codeOf(await post({ parkId: park.parkId, watches }))).toEqual([400, 'invalid-request'])
  })
})

test('200: the cover is that of the caller’s address', async () => {
  const coveredUntil = at(60)
  await hear([aPlan({ email: ADA, coveredUntil })])

  expect(await cover(ADA)).toEqual({ coveredUntil })
  expect(await cover(OUTSIDER)).toEqual({ coveredUntil: null })
})

test('200: rides that are chosen in the park of a pass while a plan covers add the park to the plan', async () => {
  await hear([aPass(park, { email: ADA })])
  await hear([aPlan({ email: ADA })])
  const [{ id } = { id: '' }] = await list()

  const response = await app.inject({
    method: 'PUT',
    url: `/subscriptions/${id}/watches`,
    headers: await linkHeaders(ADA),
    payload: [{ rideId: park.attractions[0]?.rideId, active: true }],
  })

  expect(response.json()).toMatchObject({ isCoveredByPlan: true })
})

test('200: a switch that is turned adds no park to a plan', async () => {
  await hear([aPass(park, { email: ADA })])
  await hear([aPlan({ email: ADA })])
  const [{ id } = { id: '' }] = await list()
  const headers = await linkHeaders(ADA)
  await app.inject({ method: 'PATCH', url: `/subscriptions/${id}`, headers, payload: { active: true } })

  expect(await list()).toMatchObject([{ isCoveredByPlan: false }])
  expect(await db.execute(`select from subscriptions where plan_since is not null`)).toHaveLength(0)
})
