import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPass,
  aReading,
  at,
  createTestEvaluator,
  erasureOf,
  type TestPark,
} from '../../testing/evaluator.ts'
import { addressesOf, createOwnerCalls, movesOf, NEW, OLD } from '../../testing/moves.ts'

const { app, close, db, hear, hearIn, outboxEvents, published, startWithPark, triggered, waitingForLocks } =
  await createTestEvaluator()
const { choicesOf, choose, list } = createOwnerCalls(app)
afterAll(close)

const LAST = 'byron@example.com'

let park: TestPark
beforeEach(async () => {
  park = await startWithPark(3)
})

const ride = (index: number) => park.attractions[index]?.rideId ?? ''
const alertedAddresses = async () => addressesOf(await triggered())

describe('the order of events', () => {
  test('two passes of one subscription move at the first PassMoved, and the second changes nothing', async () => {
    const passes = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    await hear(passes)
    const [first, second] = movesOf(passes)

    await hear([first!])
    expect(await list(OLD)).toEqual([])
    await choose(NEW, [{ rideId: ride(2), active: true }])
    await hear([second!])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(2) }])
    expect(await published(subscriptionMoved)).toHaveLength(1)
  })

  test('a pass that is activated for the old address after the subscription has moved joins it with its own PassMoved', async () => {
    const passes = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    const [first, second] = movesOf(passes)
    await hear([passes[0]!])
    await hear([first!])
    await choose(NEW, [{ rideId: ride(2), active: true }])

    await hear([passes[1]!])
    await hear([second!])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(2) }])
    expect(await list(OLD)).toEqual([])
    expect(await db.execute(sql`select distinct email, address, subscription_id from passes`)).toHaveLength(1)
  })

  test('a PassMoved that is delivered twice, or comes after a later change, moves nothing back', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const [first] = movesOf([pass], NEW, at(-2))
    const [later] = movesOf([pass], LAST, at(-1))
    await hear([first!, later!])

    await hear([first!])
    await hear([{ ...first!, event: { ...first!.event, id: randomUUID() } }])

    expect(await list(LAST)).toHaveLength(1)
    expect([await list(NEW), await list(OLD)]).toEqual([[], []])
  })

  test('a subscription moves to another address and back', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const before = await list(OLD)

    await hear([...movesOf([pass], NEW, at(-2)), ...movesOf([pass], OLD, at(-1))])

    expect(await list(OLD)).toEqual(before)
    expect(await list(NEW)).toEqual([])
  })

  test('a PassMoved to the address that the subscription has already leaves it as it is', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    const before = await list(OLD)

    await hear(movesOf([pass], OLD))

    expect(await list(OLD)).toEqual(before)
    expect(await published(subscriptionMoved)).toEqual([])
  })

  test('a pass that another visitor has bought for the old address since gets a subscription of its own, with all rides', async () => {
    const [moved, bought] = [aPass(park, { email: OLD }), aPass(park, { email: OLD })]
    await hear([moved])
    await choose(OLD, [{ rideId: ride(1), active: true, thresholdMinutes: 30 }])
    await hear([bought])

    await hear(movesOf([moved]))
    await hear([aReading(park, 5)])

    expect(await choicesOf(NEW)).toMatchObject([{ rideId: ride(1), thresholdMinutes: 30 }])
    expect((await choicesOf(OLD)).map(({ thresholdMinutes }) => thresholdMinutes)).toEqual([15, 15, 15])
    expect(await alertedAddresses()).toEqual([[OLD, OLD]])
  })

  test('an erasure after the move leaves nothing of the subscription', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    await hear([aReading(park, 5)])
    await hear(movesOf([pass]))
    await db.execute(sql`update outbox_batches set published_at = now()`)

    await hear([erasureOf(pass)])

    expect(await findTraces(db, OLD, NEW)).toEqual({})
    const said = (await outboxEvents()).map(({ type }) => type)
    expect(said).toEqual(['PassRegistered', 'SubscriptionErased'])
  })

  test('a PassMoved of a pass that is unknown here changes nothing', async () => {
    await hear([aPass(park, { email: OLD })])

    await hear(movesOf([aPass(park, { email: OLD })]))

    expect(await list(OLD)).toHaveLength(1)
    expect(await published(subscriptionMoved)).toEqual([])
  })

  test('an alert that is made during the move is published before SubscriptionMoved', async () => {
    const pass = aPass(park, { email: OLD })
    await hear([pass])
    let moving: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, aReading(park, 5))
      moving = hear(movesOf([pass]))
      await expect.poll(waitingForLocks).toBe(1)
    })
    await moving

    expect((await outboxEvents()).map(({ type }) => type).slice(-2)).toEqual([
      'AlertTriggered',
      'SubscriptionMoved',
    ])
  })
})
