import { passRestored, passRevoked } from '@walkon/contracts/events/billing'
import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { heard, linkHeaders, type Heard } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aPoll,
  at,
  catalogOf,
  createTestEvaluator,
  passIdOf,
  type NewPass,
  type TestPark,
} from '../testing/evaluator.ts'

const { addPark, app, clear, close, db, hear, passTime, triggered } = await createTestEvaluator()
afterAll(close)

const ADA = 'ada@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(3)
  await hear([catalogOf(park)])
})

const rideId = (index: number) => park.attractions[index]?.rideId ?? ''
const passOf = (rides: number[] | undefined, pass: NewPass = {}) =>
  aPass(park, {
    email: ADA,
    ...(rides && { watches: rides.map((index) => ({ rideId: rideId(index) })) }),
    ...pass,
  })
const read = async () =>
  (await app.inject({ url: '/subscriptions', headers: await linkHeaders(ADA) })).json<SubscriptionView[]>()
const chosen = async () =>
  (await read()).flatMap(({ watches }) =>
    watches.filter(({ active }) => active).map(({ rideName }) => rideName),
  )
const alerted = async () =>
  (await triggered()).flatMap(({ alerts }) => alerts.map(({ rideName }) => rideName))

test('a pass is born with the rides that were chosen with its order: no other ride ever alerts', async () => {
  await hear([passOf([1])])
  await hear([aPoll(park, [5, 5, 5])])

  expect(await alerted()).toEqual(['Ride 2'])
  expect(await chosen()).toEqual(['Ride 2'])
})

test('a pass is born with the limits and kinds of its order', async () => {
  const watches = [
    { rideId: rideId(0), thresholdMinutes: 40, onReopen: true },
    { rideId: rideId(1), limit: 'fit' as const },
    { rideId: rideId(2) },
  ]
  await hear([passOf(undefined, { watches })])
  await hear([aPoll(park, [40, 90, 16])])

  expect(await alerted()).toEqual(['Ride 1'])
  expect((await read())[0]?.watches).toMatchObject([
    { thresholdMinutes: 40, onReopen: true },
    { limit: 'fit', onReopen: false },
    { thresholdMinutes: 15, onReopen: false },
  ])
})

test('an order without named rides watches all of them where nothing was chosen before', async () => {
  await hear([passOf(undefined)])

  expect(await chosen()).toEqual(['Ride 1', 'Ride 2', 'Ride 3'])
})

test.for<[string, number[] | undefined, number[] | undefined, string[]]>([
  ['a second order adds its rides', [0], [2], ['Ride 1', 'Ride 3']],
  ['a second order without named rides changes nothing', [0], undefined, ['Ride 1']],
  [
    'a second order switches nothing off while all rides are watched',
    undefined,
    [2],
    ['Ride 1', 'Ride 2', 'Ride 3'],
  ],
])('%s', async ([, first, second, expected]) => {
  await hear([passOf(first)])
  await hear([passOf(second)])

  expect(await chosen()).toEqual(expected)
})

test('a ride that a second order names gets its limit, and the others keep theirs', async () => {
  const limited = (minutes: number, index: number) => [{ rideId: rideId(index), thresholdMinutes: minutes }]
  await hear([passOf(undefined, { watches: [...limited(30, 0), ...limited(35, 1)] })])
  await hear([passOf(undefined, { watches: limited(60, 1) })])

  expect((await read())[0]?.watches.map(({ thresholdMinutes }) => thresholdMinutes)).toEqual([30, 60, 15])
})

test('the default of all rides ends with what carried it: a later order is born with its own rides', async () => {
  await hear([passOf(undefined)])
  await passTime(2 * 24 * 60)

  await hear([passOf([1])])

  expect(await chosen()).toEqual(['Ride 2'])
})

test('a choice by name stays over the end of its pass, and a later order adds to it', async () => {
  await hear([passOf([0])])
  await passTime(2 * 24 * 60)

  await hear([passOf([1])])

  expect(await chosen()).toEqual(['Ride 1', 'Ride 2'])
})

const again = (pass: Heard): Heard => ({ ...pass, event: { ...pass.event, id: randomUUID() } })

test('a pass that is published again, or given back after a dispute, changes no choice', async () => {
  const pass = passOf([0])
  await hear([pass])
  const [{ id } = { id: '' }] = await read()
  const watches = [{ rideId: rideId(2), active: true }]
  const headers = await linkHeaders(ADA)
  await app.inject({ method: 'PUT', url: `/subscriptions/${id}/watches`, headers, payload: watches })

  await hear([again(pass)])
  expect(await chosen()).toEqual(['Ride 3'])

  await hear([heard(passRevoked, { passId: passIdOf(pass), reason: 'disputed' })])
  await hear([
    heard(passRestored, { ...(passOf([0]).event.data as object), passId: passIdOf(pass) } as never),
  ])
  expect(await chosen()).toEqual(['Ride 3'])
})

test('rides that are chosen before the catalogue is known are the ones that are watched', async () => {
  park = aPark(2)
  await hear([passOf([1])])
  await hear([catalogOf(park)])

  expect(await chosen()).toEqual(['Ride 2'])
})

test('a ride of another park is never watched by a pass', async () => {
  const other = aPark(1)
  await hear([catalogOf(other)])
  const watches = [{ rideId: other.attractions[0]?.rideId ?? '' }, { rideId: rideId(0) }]
  await hear([passOf(undefined, { watches })])

  await hear([aPoll(other, [5])])

  expect(await alerted()).toEqual([])
  expect(await chosen()).toEqual(['Ride 1'])
})

test('an order that names every ride of the park watches those that open later too', async () => {
  await hear([passOf([0, 1, 2])])
  const opened = { rideId: randomUUID(), name: 'A new ride', retired: false }

  await hear([catalogOf({ ...park, attractions: [...park.attractions, opened] })])

  expect(await chosen()).toContain('A new ride')
})

test('a park of a plan gets all rides where none is named, and rides beside its choice where some are', async () => {
  await hear([aPlan({ email: ADA, coveredUntil: at(60 * 24) })])
  const headers = await linkHeaders(ADA)
  const add = (watches?: object[]) =>
    app.inject({ method: 'POST', url: '/subscriptions', headers, payload: { parkId: park.parkId, watches } })

  await addPark(ADA, park, 0)
  await add([{ rideId: rideId(1), thresholdMinutes: 30 }])
  expect(await chosen()).toEqual(['Ride 1', 'Ride 2'])

  await add()
  expect(await chosen()).toEqual(['Ride 1', 'Ride 2'])

  await db.execute(sql`update watches set active = false`)
  await add()
  expect(await chosen()).toEqual(['Ride 1', 'Ride 2', 'Ride 3'])
})
