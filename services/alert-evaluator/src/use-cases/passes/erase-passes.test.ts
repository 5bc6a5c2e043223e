import { subscriptionErased } from '@walkon/contracts/events/alerts'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  aPark,
  aPass,
  aReading,
  catalogOf,
  createTestEvaluator,
  erasureOf,
  passIdOf,
  type TestPark,
} from '../../testing/evaluator.ts'

const evaluator = await createTestEvaluator()
const { build, clear, db, hear, hearIn, jobs, outboxEvents, passTime, published, triggered } = evaluator
const { waitingForLocks } = evaluator
afterAll(evaluator.close)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

let park: TestPark
beforeEach(async () => {
  await clear()
  park = aPark(2)
  await hear([catalogOf(park)])
})

const publishAll = () => db.execute(sql`update outbox_batches set published_at = now()`)
const count = async (table: string) => (await db.execute(sql`select from ${sql.identifier(table)}`)).length
const subscriptionOf = async (email: string) =>
  (await db.execute<{ id: string }>(sql`select id from subscriptions where email = ${email}`))[0]?.id

/** Long enough for a busy machine. */

describe('PassRevoked with the reason erased', () => {
  test('an erased pass leaves nothing of the subscription that only it carried', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await hear([aReading(park, 5)])
    await publishAll()
    const subscriptionId = await subscriptionOf(ADA)

    await hear([erasureOf(pass)])

    expect(await findTraces(db, ADA)).toEqual({})
    const tables = ['subscriptions', 'watches', 'passes', 'pass_windows', 'alerts']
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0, 0])
    expect(await published(subscriptionErased)).toEqual([{ subscriptionId }])
  })

  test('SubscriptionErased is published after the last alert, under the same key', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await hear([aReading(park, 5)])
    const subscriptionId = await subscriptionOf(ADA)

    await hear([erasureOf(pass)])

    const said = (await outboxEvents()).filter(({ key }) => key === subscriptionId)
    expect(said.map(({ type }) => type)).toEqual(['AlertTriggered', 'SubscriptionErased'])
  })

  test('an erased pass changes nothing of other visitors of the park', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass, aPass(park, { email: OUTSIDER })])
    await hear([aReading(park, 5)])
    await publishAll()
    const before = await findTraces(db, OUTSIDER)

    await hear([erasureOf(pass)])

    expect(await findTraces(db, OUTSIDER)).toEqual(before)
    expect([await count('watches'), await count('alerts')]).toEqual([2, 1])
  })

  test('a subscription with a later pass survives an erased one, without the alerts from before the later pass', async () => {
    const old = aPass(park, { email: ADA })
    await hear([old])
    await hear([aReading(park, 5)])
    await passTime(10)
    const fresh = aPass(park, { email: ADA })
    await hear([fresh])
    await hear([aReading(park, 5, { ride: 1 })])

    await hear([erasureOf(old)])

    const alerts = await db.execute<{ rideId: string }>(sql`select ride_id as "rideId" from alerts`)
    expect(alerts).toEqual([{ rideId: park.attractions[1]?.rideId }])
    expect(await db.execute(sql`select id from passes`)).toEqual([{ id: passIdOf(fresh) }])
    expect(await published(subscriptionErased)).toEqual([])
  })

  test('an erased pass has its windows closed, and other passes keep theirs', async () => {
    const [open, other] = [aPass(park, { email: ADA }), aPass(park, { email: ADA, windows: [yesterday] })]
    await hear([open, other])

    await hear([erasureOf(open)])
    await hear([aReading(park, 5)])

    expect(await triggered()).toEqual([])
    expect(await subscriptionOf(ADA)).toBeDefined()
  })

  test('a subscription whose two passes are erased one after the other is deleted', async () => {
    const [one, other] = [aPass(park, { email: ADA }), aPass(park, { email: ADA })]
    await hear([one, other])

    await Promise.all([hear([erasureOf(one)]), hear([erasureOf(other)])])

    expect(await subscriptionOf(ADA)).toBeUndefined()
    expect(await published(subscriptionErased)).toHaveLength(1)
  })

  test('an erasure that is delivered again deletes nothing of a visitor who came back', async () => {
    const pass = aPass(park, { email: ADA })
    const erasure = erasureOf(pass)
    await hear([pass])
    await hear([aReading(park, 5)])
    await hear([erasure])
    await hear([aPass(park, { email: ADA })])

    await hear([erasure])
    await hear([{ ...erasure, event: { ...erasure.event, id: randomUUID() } }])
    await hear([aReading(park, 5)])

    expect(await triggered()).toHaveLength(2)
    expect(await published(subscriptionErased)).toHaveLength(1)
  })

  test('after an erasure the reconciler publishes nothing again', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    await hear([aReading(park, 5)])
    await passTime(4)
    await hear([erasureOf(pass)])

    await jobs.find(({ name }) => name === 'reconcile-alerts')?.run(AbortSignal.timeout(5_000))

    expect(await triggered()).toHaveLength(1)
  })
})

describe('what happens at the same moment', () => {
  test('an alert made during an erasure is deleted too, and published before SubscriptionErased', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    let erasing: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, aReading(park, 5))
      erasing = hear([erasureOf(pass)])
      await expect.poll(waitingForLocks).toBe(1)
    })
    await erasing

    expect(await count('alerts')).toBe(0)
    expect((await outboxEvents()).map(({ type }) => type).slice(-2)).toEqual([
      'AlertTriggered',
      'SubscriptionErased',
    ])
  })

  test('a reading applied while the pass is being erased finds no watch', async () => {
    const pass = aPass(park, { email: ADA })
    await hear([pass])
    let reading: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, erasureOf(pass))
      reading = hear([aReading(park, 5)], build().handlers)
      await expect.poll(waitingForLocks).toBe(1)
    })
    await reading

    expect([await count('alerts'), (await triggered()).length]).toEqual([0, 0])
  })

  test('a new pass applied while the old one is being erased gets a subscription of its own', async () => {
    const old = aPass(park, { email: ADA })
    await hear([old])
    const subscriptionId = await subscriptionOf(ADA)
    let activating: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, erasureOf(old))
      activating = hear([aPass(park, { email: ADA })])
      await expect.poll(waitingForLocks).toBe(1)
    })
    await activating
    await hear([aReading(park, 5)])

    expect(await triggered()).toMatchObject([{ email: ADA }])
    expect(await subscriptionOf(ADA)).not.toBe(subscriptionId)
  })

  test('a pass erased while a new one is being added leaves the subscription to the new one', async () => {
    const old = aPass(park, { email: ADA })
    await hear([old])
    const subscriptionId = await subscriptionOf(ADA)
    let erasing: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await hearIn(tx, aPass(park, { email: ADA }))
      erasing = hear([erasureOf(old)])
      await expect.poll(waitingForLocks).toBe(1)
    })
    await erasing

    expect(await subscriptionOf(ADA)).toBe(subscriptionId)
    expect(await published(subscriptionErased)).toEqual([])
  })
})

const yesterday = {
  date: '2026-06-30',
  startsAt: new Date(Date.now() - 48 * 3_600_000).toISOString(),
  endsAt: new Date(Date.now() - 24 * 3_600_000).toISOString(),
}
