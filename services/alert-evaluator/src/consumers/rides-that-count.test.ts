import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aPark, aPass, aPoll, catalogOf, createTestEvaluator, type TestPark } from '../testing/evaluator.ts'
import { createSubscriptionCalls } from '../testing/subscriptions.ts'

const { app, hear, triggered, clear, close } = await createTestEvaluator()
const calls = createSubscriptionCalls(app)
afterAll(close)

const ADA = 'ada@example.com'

const subscriptionOf = async (email = ADA) =>
  (await calls.ask(email)).json<SubscriptionView[]>()[0] as SubscriptionView

/** The park, with this attraction as none of its rides. */
const without = (park: TestPark, name: string) => ({
  ...park,
  attractions: park.attractions.map((ride) => ({ ...ride, isRide: ride.name !== name })),
})

const watched = ({ watches }: SubscriptionView) =>
  watches.map(({ rideName, active, isRide }) => [rideName, active, isRide])

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
})

test('all rides of a park are those that park-data calls so', async () => {
  await hear([catalogOf(without(park, 'Ride 2')), aPass(park, { email: ADA })])

  expect(watched(await subscriptionOf())).toEqual([['Ride 1', true, undefined]])
})

test('who watches all rides watches an attraction from the moment at which it is a ride', async () => {
  await hear([catalogOf(without(park, 'Ride 2')), aPass(park, { email: ADA })])
  await hear([catalogOf(park)])
  await hear([aPoll(park, [40, 10])])

  expect(watched(await subscriptionOf())).toEqual([
    ['Ride 1', true, undefined],
    ['Ride 2', true, undefined],
  ])
  expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'Ride 2' }] }])
})

test('a ride that the visitor chose stays chosen while it is none, and is said not to post', async () => {
  await hear([catalogOf(park), aPass(park, { email: ADA })])
  const { id, watches } = await subscriptionOf()
  await calls.choose(
    id,
    watches.filter(({ rideName }) => rideName === 'Ride 2').map(({ rideId }) => ({ rideId, active: true })),
    ADA,
  )
  await hear([catalogOf(without(park, 'Ride 2'))])

  expect(watched(await subscriptionOf())).toEqual([
    ['Ride 1', false, undefined],
    ['Ride 2', true, false],
  ])
})

test('who watches all rides does not have one listed that is none any more, and has it again when it is', async () => {
  await hear([catalogOf(park), aPass(park, { email: ADA })])
  await hear([catalogOf(without(park, 'Ride 2'))])
  const { id, watches } = await subscriptionOf()
  expect(watches.map(({ rideName }) => rideName)).toEqual(['Ride 1'])

  // All that the visitor sees is still all rides.
  await calls.choose(id, [{ rideId: watches[0]?.rideId, active: true, thresholdMinutes: 20 }], ADA)
  await hear([catalogOf(park)])
  await hear([aPoll(park, [40, 10])])

  expect(watched(await subscriptionOf())).toContainEqual(['Ride 2', true, undefined])
  expect(await triggered()).toMatchObject([{ alerts: [{ rideName: 'Ride 2' }] }])
})
