import type { Database } from '@walkon/service/database'
import { connectPostgres } from '@walkon/service/postgres'
import { arrivalOf } from '@walkon/testing/arrival'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { EventLog } from './event-log.ts'
import { emit } from './emit.ts'
import { outboxBatches } from './outbox-batches.ts'
import { outbox, publishPending } from './outbox.ts'
import { RejectedRecords } from './rejected-records.ts'
import { doorOpened, open } from './testing/doors.ts'
import { aLog } from './testing/memory-log.ts'

const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
await db.execute(sql`create table doors (door text primary key, openings int not null default 0)`)
/** A relay has connections of its own, or the writers of a test would keep it waiting until they are done. */
const relay = connectPostgres({ url, schema: 'shop', poolSize: 1, applicationName: 'relay' })
afterAll(async () => {
  await relay.close()
  await drop()
})
beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
})

test('an event of a transaction that rolls back is never published', async () => {
  const { log, published } = aLog()
  const rolledBack = db.transaction(async (tx) => {
    await open(tx, 'a')
    throw new Error('rolled back')
  })

  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await publishPending(db, log)).toBe(0)
  expect(published).toEqual([])
})

test('a committed event is published once, as a CloudEvent under its key', async () => {
  const { log, published } = aLog()
  const id = randomUUID()
  await db.transaction((tx) => open(tx, 'a', 7, id))

  expect(await publishPending(db, log)).toBe(1)
  expect(await publishPending(db, log)).toBe(0)

  expect(published).toEqual([
    {
      topic: 'shop.doors',
      key: 'a',
      value: Buffer.from('{"door":"a","opening":7}'),
      headers: {
        ce_specversion: '1.0',
        ce_id: id,
        ce_type: 'DoorOpened',
        ce_source: 'billing',
        ce_time: expect.any(String),
        'content-type': 'application/json',
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
      },
    },
  ])
})

test('the same fact found twice is recorded once', async () => {
  const { log, published } = aLog()
  const id = randomUUID()
  await db.transaction((tx) => open(tx, 'a', 1, id))
  await db.transaction((tx) => open(tx, 'a', 1, id))

  await publishPending(db, log)

  expect(published).toHaveLength(1)
})

test('events that are given no id get ids in the order of time', async () => {
  for (const door of ['a', 'b', 'c']) {
    await db.transaction((tx) => open(tx, door))
    const written = Date.now()
    await expect.poll(() => Date.now()).toBeGreaterThan(written)
  }

  const rows = await db.select({ id: outbox.eventId }).from(outbox).orderBy(outbox.position)
  const ids = rows.map(({ id }) => id)
  expect(ids.toSorted()).toEqual(ids)
})

test('data that breaks the contract fails the transaction that would say it', async () => {
  const broken = db.transaction((tx) => emit(tx, doorOpened, [{ data: { door: 'a', opening: 0.5 } }]))

  await expect(broken).rejects.toThrow('opening')
})

test('an event whose transaction commits late is not passed over by those that overtook it', async () => {
  const { log, ids } = aLog()
  const [slow, fast] = [randomUUID(), randomUUID()]
  const overtaken = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  const slowTransaction = db.transaction(async (tx) => {
    await open(tx, 'slow', 1, slow)
    written.resolve()
    await overtaken.promise
  })
  await arrivalOf('event of the slow transaction', written.promise)
  await db.transaction((tx) => open(tx, 'fast', 1, fast))
  await publishPending(db, log)
  expect(ids()).toEqual([fast])

  overtaken.resolve()
  await slowTransaction
  await publishPending(db, log)

  expect(ids()).toEqual([fast, slow])
})

test('with many writers no event is lost, and the events of one door keep their order', async () => {
  const { log, published } = aLog()
  const doors = ['a', 'b', 'c']
  await db.execute(sql`insert into doors (door) select unnest('{a,b,c}'::text[])`)
  const writing = { count: 60 }
  const writers = Array.from({ length: writing.count }, async (_, index) => {
    await openInOrder(db, doors[index % doors.length]!, index % 4 === 0)
    writing.count--
  })

  while (writing.count > 0) await publishPending(relay.db, log, { limit: 5 })
  await Promise.all(writers)
  while ((await publishPending(db, log)) > 0);

  const openings = published.map(
    ({ value }) => JSON.parse(String(value)) as { door: string; opening: number },
  )
  for (const door of doors) {
    const ofDoor = openings.filter((event) => event.door === door).map(({ opening }) => opening)
    expect(ofDoor).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  }
})

/** As every writer of ours does: what the key names is locked before the event is written. */
async function openInOrder(database: Database, door: string, isSlow: boolean): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.execute<{ openings: number }>(
      sql`update doors set openings = openings + 1 where door = ${door} returning openings`,
    )
    await open(tx, door, row?.openings)
    if (isSlow) await tx.execute(sql`select pg_sleep(0.01)`)
  })
}

test('a log that refuses for the moment keeps the events, and their order, for the next attempt', async () => {
  const refusing = aLog(() => Promise.reject(new Error('no broker')))
  const { log, published } = aLog()
  await db.transaction((tx) => emit(tx, doorOpened, [{ data: { door: 'a' } }, { data: { door: 'b' } }]))

  await expect(publishPending(db, refusing.log)).rejects.toThrow('no broker')

  expect(await publishPending(db, log)).toBe(2)
  expect(published.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a relay that is cut off after publishing publishes the same event again, under the same id', async () => {
  const { log, ids } = aLog()
  const cutOff: EventLog = {
    ...log,
    publish: async (records) => {
      await log.publish(records)
      await db.execute(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`)
    },
  }
  const id = randomUUID()
  await db.transaction((tx) => open(tx, 'a', 1, id))

  await expect(publishPending(db, cutOff)).rejects.toThrow('CONNECTION_CLOSED')
  await vi.waitFor(async () => expect(await publishPending(db, log)).toBe(1))

  expect(ids()).toEqual([id, id])
})

test('a second relay publishes nothing while the first is at work', async () => {
  const second = aLog()
  let publishedBySecond: number | undefined
  const first = aLog(async () => {
    publishedBySecond = await publishPending(db, second.log)
  })
  await db.transaction((tx) => open(tx, 'a'))

  await publishPending(db, first.log)

  expect(publishedBySecond).toBe(0)
  expect(second.published).toEqual([])
})

test('what the log will never take is set aside with its reason, and the rest goes on', async () => {
  const rejecting = aLog(async (records) => {
    const rejected = records.flatMap(({ topic, key }, index) =>
      key === 'b' ? [{ index, topic, key, reason: 'too large' }] : [],
    )
    if (rejected.length > 0) throw new RejectedRecords(rejected)
  })
  const onRejected = vi.fn()
  await db.transaction((tx) =>
    emit(
      tx,
      doorOpened,
      ['a', 'b', 'c'].map((door) => ({ data: { door } })),
    ),
  )

  expect(await publishPending(db, rejecting.log, { onRejected })).toBe(3)

  const rows = await db.select().from(outbox).orderBy(outbox.position)
  expect(rows.map(({ key, rejection }) => [key, rejection])).toEqual([
    ['a', null],
    ['b', 'too large'],
    ['c', null],
  ])
  expect(onRejected).toHaveBeenCalledExactlyOnceWith({
    index: 1,
    topic: 'shop.doors',
    key: 'b',
    reason: 'too large',
  })
  expect(await publishPending(db, rejecting.log)).toBe(0)
})
