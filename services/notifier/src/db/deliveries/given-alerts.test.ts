import type { Transaction } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestNotifier } from '../../testing/notifier.ts'
import { listGivenAlerts } from './deliveries.ts'

const { db, close } = await createTestNotifier()
afterAll(close)

async function countReads(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname = 'delivery_alerts'`)
  return row?.reads ?? Number.NaN
}

test('what was given is looked up without reading the history of a crowd', async () => {
  const given = randomUUID()
  await db.execute(sql`
    insert into delivery_alerts (alert_id, channel, address_hash, delivery_id, email_hash, subscription_id, kind,
      park_id, park_name, ride_id, ride_name, threshold_minutes, message)
    select case n when 1 then ${given}::uuid else gen_random_uuid() end, 'email', md5(n::text), gen_random_uuid(), md5(n::text),
      gen_random_uuid(), 'short-wait', gen_random_uuid(), 'Park', gen_random_uuid(), 'Ride', 15, 'Words'
    from generate_series(1, 1000) as n`)
  await db.execute(sql`vacuum analyze delivery_alerts`)
  const asked = [given, ...Array.from({ length: 499 }, () => randomUUID())]

  await db.transaction(async (tx) => {
    const before = await countReads(tx)

    expect(await listGivenAlerts(tx, asked)).toMatchObject([{ alertId: given, channel: 'email' }])
    expect((await countReads(tx)) - before).toBe(1)
  })
})
