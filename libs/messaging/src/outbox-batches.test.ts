import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { emit } from './emit.ts'
import { outboxBatches } from './outbox-batches.ts'
import { deletePublished } from './outbox-retention.ts'
import { hasPending, outbox, publishPending } from './outbox.ts'
import { RejectedRecords } from './rejected-records.ts'
import { doorOpened, open } from './testing/doors.ts'
import { aLog } from './testing/memory-log.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
afterAll(drop)
beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
})

test('what the log refused is published again once its rejection is taken back and it is in a batch', async () => {
  const { log, published } = aLog()
  await db.transaction((tx) => open(tx, 'a'))
  await publishPending(
    db,
    aLog(() =>
      Promise.reject(new RejectedRecords([{ index: 0, topic: 'shop.doors', key: 'a', reason: 'too large' }])),
    ).log,
  )

  await db.execute(sql`update outbox set rejection = null`)
  await db.execute(sql`insert into outbox_batches (positions, events) select array[position], 1 from outbox`)

  expect(await publishPending(db, log)).toBe(1)
  expect(published.map(({ key }) => key)).toEqual(['a'])
})

test('events of a process of the release before are published once, among those of this one', async () => {
  const { log, published } = aLog()
  await db.transaction((tx) => open(tx, 'a'))
  await db.execute(sql`
    insert into outbox (event_id, topic, key, headers) values (gen_random_uuid(), 'shop.doors', 'earlier', '{}')`)
  await db.transaction((tx) => open(tx, 'b'))
  expect(await hasPending(db)).toBe(true)

  expect(await publishPending(db, log)).toBe(3)

  expect(published.map(({ key }) => key)).toEqual(['a', 'earlier', 'b'])
  expect(await publishPending(db, log)).toBe(0)
  expect(await hasPending(db)).toBe(false)
})

test('a relay of the release before passes over events that are in a batch', async () => {
  await db.transaction((tx) => open(tx, 'a'))

  const seen = await db.execute(sql`select from outbox where published_at is null and rejection is null`)
  expect(seen).toHaveLength(0)
})

test('the events of a statement, however many, are published in bounded batches and in their order', async () => {
  const { log, published } = aLog()
  const doors = Array.from({ length: 1_200 }, (_, index) => `door ${index}`)
  await db.transaction((tx) =>
    emit(
      tx,
      doorOpened,
      doors.map((door) => ({ data: { door } })),
    ),
  )

  const settled = []
  for (let count = await publishPending(db, log); count > 0; count = await publishPending(db, log))
    settled.push(count)

  expect(settled).toEqual([500, 500, 200])
  expect(published.map(({ key }) => key)).toEqual(doors)
})

test('what the log refused is removed after a month', async () => {
  await db.transaction((tx) => open(tx, 'old'))
  await db.transaction((tx) => open(tx, 'new'))
  await db.update(outbox).set({ rejection: 'too large' })
  await db.update(outbox).set({ createdAt: sql`now() - interval '31 days'` }).where(sql`key = 'old'`)

  await deletePublished(db, 24)

  expect((await db.select({ key: outbox.key }).from(outbox)).map(({ key }) => key)).toEqual(['new'])
})

test('only what was published long ago is removed', async () => {
  const { log } = aLog()
  await db.transaction((tx) => open(tx, 'old'))
  await publishPending(db, log)
  await db.update(outboxBatches).set({ publishedAt: sql`now() - interval '25 hours'` })
  await db.transaction((tx) => open(tx, 'new'))
  await publishPending(db, log)
  await db.transaction((tx) => open(tx, 'pending'))

  await deletePublished(db, 24)

  const rows = await db.select({ key: outbox.key }).from(outbox).orderBy(outbox.position)
  expect(rows.map(({ key }) => key)).toEqual(['new', 'pending'])
})

test('the mark of what was published does not wait for the disk, and the events that were recorded do', async () => {
  await db.execute(sql`
    create function say_durability() returns trigger language plpgsql as $$ begin
      raise exception '% %', tg_op, (select setting || ' by ' || source from pg_settings where name = 'synchronous_commit');
    end $$`)
  const whenIt = async (event: 'insert' | 'update', work: () => Promise<unknown>) => {
    await db.execute(sql`
      create trigger say before ${sql.raw(event)} on outbox_batches for each row execute function say_durability()`)
    const error = await work().then(
      () => null,
      (thrown: Error) => thrown.cause,
    )
    await db.execute(sql`drop trigger say on outbox_batches`)
    return String(error)
  }
  const { log } = aLog()
  const recorded = await whenIt('insert', () => db.transaction((tx) => open(tx, 'a')))
  await db.transaction((tx) => open(tx, 'b'))
  const marked = await whenIt('update', () => publishPending(db, log))

  expect(recorded).toContain('by command line')
  expect(marked).toContain('off by session')
})
