import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPoll,
  aReading,
  catalogOf,
  createTestEvaluator,
  type TestPark,
} from '../testing/evaluator.ts'
import { createSubscriptionCalls } from '../testing/subscriptions.ts'

const { app, hear, build, triggered, clear, close } = await createTestEvaluator()
const calls = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

const list = (email = ADA) => calls.ask(email)
const choose = (id: string, choices: object[], email = ADA) => calls.choose(id, choices, email)

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
