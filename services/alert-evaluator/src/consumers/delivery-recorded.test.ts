import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { AT_THE_END } from '@walkon/messaging/inbox'
import type { Transaction } from '@walkon/service/database'
import { heard } from '@walkon/testing/service'
import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestEvaluator } from '../testing/evaluator.ts'
import { onDeliveryRecorded } from './delivery-recorded.ts'

const { db, clear, close } = await createTestEvaluator()
afterAll(close)
beforeEach(clear)

const insertAlerts = (count: number, accountedAt: SQL) =>
  db.execute<{ id: string }>(sql`
    insert into alerts (id, event_id, subscription_id, ride_id, kind, observed_at, accounted_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'short-wait', now(), ${accountedAt}
    from generate_series(1, ${count}) returning id`)

const anOutcomeOf = (...alertIds: string[]) =>
  heard(deliveryRecorded, {
    deliveryId: randomUUID(),
    channel: 'email',
    outcome: 'accepted',
    reason: null,
    alerts: alertIds.map((alertId) => ({ alertId, rideId: randomUUID() })),
    recordedAt: new Date().toISOString(),
  })

test('to account for the alerts of a message reads these alerts alone, also when a burst follows a quiet hour', async () => {
  await insertAlerts(3_000, sql`now()`)
  await db.execute(sql`analyze alerts`)
  const [alert] = await insertAlerts(1_000, sql`null`)
  const { event } = anOutcomeOf(alert?.id ?? '')

  const read = await db.transaction(async (tx) => {
    await onDeliveryRecorded().handle([event], tx, AT_THE_END)
    return readsOfAlerts(tx)
  })

  expect(await db.execute(sql`select from alerts where accounted_at is null`)).toHaveLength(999)
  expect(read).toBe(1)
})

test('an alert is accounted for when its first outcome is heard', async () => {
  const accountedAt = new Date('2026-07-01T12:00:00.000Z')
  const [alert] = await insertAlerts(1, sql`${accountedAt.toISOString()}::timestamptz`)
  const { event } = anOutcomeOf(alert?.id ?? '')

  await db.transaction((tx) => onDeliveryRecorded().handle([event], tx, AT_THE_END))

  const [row] = await db.execute<{ at: string }>(sql`select accounted_at as at from alerts`)
  expect(new Date(row?.at ?? 0)).toEqual(accountedAt)
})

/** Rows of the table that this transaction has read, by scan and by index. */
async function readsOfAlerts(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname = 'alerts'`)
  return row?.reads ?? 0
}
