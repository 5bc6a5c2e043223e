import { parkWatchChanged, subscriptionErased, subscriptionMoved } from '@walkon/contracts/events/alerts'
import type { Heard } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aPlan,
  aReading,
  at,
  catalogOf,
  changed,
  createTestEvaluator,
  endOf,
  type TestPark,
} from '../../testing/evaluator.ts'
import { createOwnerCalls, movesOf, NEW, OLD, OUTSIDER } from '../../testing/moves.ts'

const { addPark, app, build, clear, close, db, hear, passTime, published, triggered } =
  await createTestEvaluator()
const { list } = createOwnerCalls(app)
afterAll(close)

const COVERED_UNTIL = at(30 * 24 * 60)

let [park, other]: TestPark[] = []
beforeEach(async () => {
  await clear()
  park = aPark(3)
  other = aPark(1)
  await hear([catalogOf(park), catalogOf(other)])
})

const ridesOf = async (email: string) =>
  (await list(email)).flatMap(({ watches }) =>
    watches.filter(({ active }) => active).map(({ rideId }) => rideId),
  )
const rideOf = ({ attractions }: TestPark, index: number) => attractions[index]?.rideId
const lastWatched = async (subscriptionId: string) =>
  (await published(parkWatchChanged)).findLast((said) => said.subscriptionId === subscriptionId)?.watchedUntil
const alertedAddresses = async () => (await triggered()).map(({ email }) => email)

/** A plan of the old address, and the same plan at the new one. */
async function coverOld(): Promise<{ plan: Heard; move: () => Heard }> {
  const plan = aPlan({ email: OLD, coveredUntil: COVERED_UNTIL })
  await hear([plan])
  return { plan, move: () => changed(plan, { email: NEW, version: 2 }) }
}

test('the parks of a plan keep their ids, rides and cover at the new address, and the old address has nothing', async () => {
  const { move } = await coverOld()
  await addPark(OLD, park!, 1)
  await addPark(OLD, other!, 0)
  const before = await list(OLD)

  await hear([move()])

  expect(await list(NEW)).toEqual(before)
  expect(await findTraces(db, OLD)).toEqual({})
})

test('after the move of a plan its parks alert the new address alone, within the cooldown not again', async () => {
  const { move } = await coverOld()
  await addPark(OLD, park!, 0)
  await hear([aReading(park!, 5)])

  await hear([move()])
  await hear([aReading(park!, 5)], build().handlers)
  expect(await alertedAddresses()).toEqual([OLD])
  await passTime(61)
  await hear([aReading(park!, 5)], build().handlers)

  expect(await alertedAddresses()).toEqual([OLD, NEW])
})

test('SubscriptionMoved is published for each park of a moved plan, and the park goes on being watched', async () => {
  const { move } = await coverOld()
  await addPark(OLD, park!, 0)
  const [subscription] = await list(OLD)
  const event = move()

  await hear([event])

  const id = String(subscription?.id)
  expect(await published(subscriptionMoved)).toEqual([
    { subscriptionId: id, email: NEW, changedAt: event.event.occurredAt.toISOString() },
  ])
  expect(await lastWatched(id)).toBe(COVERED_UNTIL)
})

test('a plan that moves to an address with a pass in its park joins both in one subscription with the plan’s rides', async () => {
  const { move } = await coverOld()
  await addPark(OLD, park!, 2)
  await hear([aPass(park!, { email: NEW })])

  await hear([move()])

  const [joined, ...more] = await list(NEW)
  expect(more).toEqual([])
  expect(await ridesOf(NEW)).toEqual([rideOf(park!, 2)])
  expect(joined?.windows).toMatchObject([{ endsAt: COVERED_UNTIL }])
})

test.for([
  ['before', ['pass', 'plan']],
  ['after', ['plan', 'pass']],
] as const)(
  'a park with a pass and a plan is one covered subscription of the new address where the pass moves %s the plan',
  async ([, order]) => {
    const { move } = await coverOld()
    const pass = aPass(park!, { email: OLD })
    await hear([pass])
    await addPark(OLD, park!, 1)
    const before = await list(OLD)

    for (const which of order) await hear(which === 'pass' ? movesOf([pass]) : [move()])

    expect(await list(NEW)).toEqual(before)
    expect(await lastWatched(String(before[0]?.id))).toBe(COVERED_UNTIL)
    expect(await list(OLD)).toEqual([])
  },
)

test('a pass that moves to an address under a plan joins its park, which was under the plan since the earlier time', async () => {
  const pass = aPass(park!, { email: OLD })
  await hear([pass, aPlan({ email: NEW, coveredUntil: COVERED_UNTIL })])
  await addPark(NEW, park!, 2)
  const [target] = await list(NEW)
  const since = await db.execute(sql`select plan_since from subscriptions where email = ${NEW}`)

  await hear(movesOf([pass]))

  const [joined] = await list(NEW)
  expect(await db.execute(sql`select plan_since from subscriptions where email = ${NEW}`)).toEqual(since)
  expect(await lastWatched(String(joined?.id))).toBe(COVERED_UNTIL)
  expect([joined?.id === target?.id, await lastWatched(String(target?.id))]).toEqual([false, null])
})

test('a plan that has ended moves with its parks, and another plan of the new address covers them', async () => {
  const { plan, move } = await coverOld()
  await addPark(OLD, park!, 1)
  await hear([endOf(plan)])

  await hear([move()])
  expect(await findTraces(db, OLD)).toEqual({})
  expect(await list(NEW)).toEqual([])
  await hear([aPlan({ email: NEW })])

  expect(await ridesOf(NEW)).toEqual([rideOf(park!, 1)])
})

test('a park that another visitor has chosen at the old address since the change stays there', async () => {
  const { move } = await coverOld()
  const late = move()
  await addPark(OLD, park!, 0)
  const event: Heard = { ...late, event: { ...late.event, occurredAt: new Date(Date.now() - 60_000) } }

  await hear([event, aPlan({ email: OLD })])

  expect(await ridesOf(OLD)).toEqual([rideOf(park!, 0)])
  expect(await list(NEW)).toEqual([])
})

test('an older coverage that comes after the move moves nothing back', async () => {
  const { plan, move } = await coverOld()
  await addPark(OLD, park!, 0)
  await hear([move()])

  await hear([changed(plan, {})])

  expect(await list(NEW)).toHaveLength(1)
  expect(await findTraces(db, OLD)).toEqual({})
})

test('the plans of other visitors of the park stay as they are', async () => {
  const { move } = await coverOld()
  await hear([aPlan({ email: OUTSIDER })])
  await addPark(OLD, park!, 0)
  await addPark(OUTSIDER, park!, 1)
  const before = await list(OUTSIDER)

  await hear([move()])

  expect(await list(OUTSIDER)).toEqual(before)
})

test('an erasure after the move leaves nothing of the plan’s parks, and a later event brings nothing back', async () => {
  const { plan, move } = await coverOld()
  await addPark(OLD, park!, 0)
  await hear([move()])
  await db.execute(sql`update outbox_batches set published_at = now()`)

  await hear([endOf(plan, 'erased')])
  await hear([changed(plan, { version: 9 })])

  expect(await published(subscriptionErased)).toHaveLength(1)
  expect(await findTraces(db, OLD, NEW)).toEqual({})
})
