import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestNotifier } from '../../testing/notifier.ts'
import { hasTextsOlderThan, lockTextsOlderThan } from '../texts/failed-texts.ts'
import { hasDue, hasLapsed, leaseQueued, leaseUnknown, markLapsed } from './leases.ts'
import { listOldestPending } from './oldest-pending.ts'
import { expireQueued } from './outcomes.ts'

const { db, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const QUEUED = 3_000

async function insertMails(state: 'queued' | 'accepted'): Promise<void> {
  await db.execute(sql`
    insert into deliveries (id, source, source_id, subscription_id, email, channel, address, address_hash, content,
      expires_at, requested_at, state)
    select gen_random_uuid(), 'alert', gen_random_uuid(), gen_random_uuid(), address, 'email', address, md5(address),
      '{"kind":"test-alert"}', now() + interval '15 minutes', now(), ${state}
    from generate_series(1, ${QUEUED}::int) as n, lateral (select 'visitor-' || n || '@example.com' as address) as visitor`)
}

async function countReads(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname = 'deliveries'`)
  return row?.reads ?? Number.NaN
}

/** Each is found in the queue, and once more to be updated. */
const MOST_READS = 50

test.for([
  { channel: 'email', leased: 10 },
  { channel: 'sms', leased: 0 },
] as const)(
  'a lease of $channel reads no more of a crowd’s queue than it takes, also by the statistics of a quiet hour',
  async ({ channel, leased }) => {
    await insertMails('accepted')
    await db.execute(sql`vacuum analyze deliveries`)
    await insertMails('queued')

    await db.transaction(async (tx) => {
      const before = await countReads(tx)
      const taken = await leaseQueued(tx, channel, { owner: randomUUID(), limit: 10, leaseSeconds: 60 })

      expect(taken.leased).toHaveLength(leased)
      expect((await countReads(tx)) - before).toBeLessThan(MOST_READS)
    })
  },
)

test('the age of the oldest message is read without the queue of a crowd, also by the statistics of a quiet hour', async () => {
  await insertMails('accepted')
  await db.execute(sql`vacuum analyze deliveries`)
  await insertMails('queued')

  await db.transaction(async (tx) => {
    const before = await countReads(tx)
    const oldest = await listOldestPending(tx)

    expect(oldest.map(({ channel }) => channel)).toEqual(['email'])
    expect((await countReads(tx)) - before).toBeLessThan(MOST_READS)
  })
})

const toRows = (isFound: boolean) => (isFound ? [true] : [])

const LOOKS: { look: string; take: (tx: Transaction) => Promise<unknown[]> }[] = [
  { look: 'for mails whose sender has died', take: (tx) => markLapsed(tx, 'email', 5) },
  {
    look: 'for mails in doubt',
    take: (tx) => leaseUnknown(tx, 'email', { owner: randomUUID(), limit: 10, leaseSeconds: 60 }),
  },
  { look: 'for messages that come too late', take: (tx) => expireQueued(tx, 10) },
  { look: 'for whether a text is due', take: async (tx) => toRows(await hasDue(tx, 'sms')) },
  { look: 'for whether a sender has died', take: async (tx) => toRows(await hasLapsed(tx, 'email')) },
  { look: 'for whether a text waits too long', take: async (tx) => toRows(await hasTextsOlderThan(tx, 180)) },
  { look: 'for texts that wait too long', take: (tx) => lockTextsOlderThan(tx, { seconds: 180, limit: 10 }) },
]

test.for(LOOKS)(
  'the look $look reads nothing of a crowd’s queue, also by the statistics of a quiet hour',
  async ({ take }) => {
    await insertMails('accepted')
    await db.execute(sql`vacuum analyze deliveries`)
    await insertMails('queued')

    await db.transaction(async (tx) => {
      const before = await countReads(tx)

      expect(await take(tx)).toHaveLength(0)
      expect(await countReads(tx)).toBe(before)
    })
  },
)

test('a look without a transaction leaves the plans of later statements alone', async () => {
  await hasDue(db, 'email')

  expect(await db.execute(sql`show enable_sort`)).toEqual([{ enable_sort: 'on' }])
})
