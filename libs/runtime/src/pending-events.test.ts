import type { Transaction } from '@walkon/service/database'
import { createTestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasPendingEvents, lockOldestPending } from './provider-events.ts'
import { createWebhookShop } from './testing/webhook-shop.ts'

const database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const { db } = database
const { pay } = await createWebhookShop(database)

/** Returns the query's result, and the number of events that it reads. */
async function countReads<Found>(query: (tx: Transaction) => Promise<Found>): Promise<[Found, number]> {
  return db.transaction(async (tx) => {
    const before = await readsOf(tx)
    const found = await query(tx)
    return [found, (await readsOf(tx)) - before]
  })
}

/** Reads of this connection, since its counts were last collected. */
async function readsOf(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname = 'provider_events'`)
  return row?.reads ?? 0
}

test.for([
  ['none were of this provider', 'true'],
  ['half were of another provider', 'n % 2 = 0'],
  ['all were of this provider', 'false'],
] as const)(
  'a look for pending events reads no applied one, also by the statistics of a burst in which %s',
  async ([, other]) => {
    await db.execute(sql`
    insert into provider_events (provider, event_id, body, address_hashes)
    select case when ${sql.raw(other)} then 'another' else 'stripe' end, 'burst-' || n, '', '{}'
    from generate_series(1, 3000) n`)
    await db.execute(sql`analyze provider_events`)
    await db.execute(sql`update provider_events set applied_at = now()`)

    expect(await countReads((tx) => hasPendingEvents(tx, 'stripe'))).toEqual([false, 0])
    expect(await countReads((tx) => lockOldestPending(tx, 'stripe'))).toEqual([[], 0])
    await pay('e1')
    expect(await countReads((tx) => hasPendingEvents(tx, 'stripe'))).toEqual([true, 1])
    const [taken, reads] = await countReads((tx) => lockOldestPending(tx, 'stripe'))
    expect(taken).toMatchObject([{ attempts: 0 }])
    expect(reads).toBeLessThan(5)
  },
)
