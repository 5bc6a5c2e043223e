import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { sql, type SQL } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { outboxBatches } from './outbox-batches.ts'
import { hasPending, outbox, publishPending } from './outbox.ts'
import { aLog } from './testing/memory-log.ts'

const { db, url, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
/** One connection, whose reads are counted. */
const relay = connectPostgres({ url, schema: 'shop', poolSize: 1, applicationName: 'relay' })
afterAll(async () => {
  await relay.close()
  await drop()
})
beforeEach(async () => {
  await db.delete(outbox)
  await db.delete(outboxBatches)
})

test('a relay that finds nothing reads no row, also when the statistics are those of a burst', async () => {
  await insert(sql`null`)
  await db.execute(sql`analyze outbox, outbox_batches`)
  await db.execute(sql`update outbox_batches set published_at = now()`)

  await relay.db.execute(sql`begin`)
  expect(await hasPending(relay.db)).toBe(false)
  const [row] = await relay.db.execute<{ reads: number }>(sql`
    select sum(seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname like 'outbox%'`)
  await relay.db.execute(sql`commit`)
  expect(row?.reads).toBe(0)
})

/** Rows of a table that the relay's connection has read. */
async function rowsRead(table: string): Promise<number> {
  await relay.db.execute(sql`select pg_stat_force_next_flush()`)
  const [row] = await relay.db.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_user_tables where relname = ${table}`)
  return row?.reads ?? Number.NaN
}

/** 3,000 events, each in a batch of its own. */
const insert = (publishedAt: SQL) =>
  db.execute(sql`
    with added as (
      insert into outbox (event_id, topic, key, value, headers, published_at)
      select gen_random_uuid(), 'shop.doors', 'a', '{}', '{}', 'infinity' from generate_series(1, 3000) returning position)
    insert into outbox_batches (positions, events, published_at) select array[position], 1, ${publishedAt} from added`)

test('a relay reads no more of a backlog than it publishes, also when the statistics are those of a quiet hour', async () => {
  await insert(sql`now()`)
  await db.execute(sql`vacuum analyze outbox`)
  await db.execute(sql`vacuum analyze outbox_batches`)
  await insert(sql`null`)
  const before = { events: await rowsRead('outbox'), batches: await rowsRead('outbox_batches') }

  const limit = 500
  expect(await publishPending(relay.db, aLog().log, { limit })).toBe(limit)

  expect((await rowsRead('outbox')) - before.events).toBe(limit)
  // Each is found, and once more to be marked.
  expect((await rowsRead('outbox_batches')) - before.batches).toBe(2 * limit)
})
