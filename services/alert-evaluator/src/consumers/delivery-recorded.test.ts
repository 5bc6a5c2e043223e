import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { AT_THE_END } from '@walkon/messaging/inbox'
import type { Transaction } from '@walkon/service/database'
import { heard } from '@walkon/testing/service'
import { sql, type SQL } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { createTestEvaluator } from '../testing/evaluator.ts'
import { onDeliveryRecorded } from './delivery-recorded.ts'

const { db, hear, clear, close } = await createTestEvaluator()
afterAll(close)
beforeEach(clear)

const insertAlerts = (count: number, accountedAt: SQL) =>
  db.execute<{ id: string }>(sql`
    insert into alerts (id, event_id, subscription_id, ride_id, kind, observed_at, accounted_at)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'short-wait', now(), ${accountedAt}
    from generate_series(1, ${count}) returning id`)

const anOutcomeOf = (...alertIds: string[]) => outcomeOf(alertIds, {})

const outcomeOf = (alertIds: string[], outcome: Partial<z.input<typeof deliveryRecorded.data>>) =>
  heard(deliveryRecorded, {
    deliveryId: randomUUID(),
    channel: 'email',
    outcome: 'accepted',
    reason: null,
    alerts: alertIds.map((alertId) => ({ alertId, rideId: randomUUID() })),
    recordedAt: new Date().toISOString(),
    ...outcome,
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

const NOON = '2026-07-01T12:00:00.000Z'
const AFTER_NOON = '2026-07-01T12:00:09.000Z'

async function outcomes() {
  const rows = await db.execute<{ accepted: string | null; delivered: string | null; receipts: boolean }>(sql`
    select accepted_at as accepted, delivered_at as delivered, has_receipts as receipts from alerts`)
  return rows.map(({ accepted, delivered, receipts }) => [
    accepted && new Date(accepted).toISOString(),
    delivered && new Date(delivered).toISOString(),
    receipts,
  ])
}

test.for([
  ['accepted by a mail server', { outcome: 'accepted' }, [NOON, null, true]],
  ['delivered, before its acceptance is heard', { outcome: 'delivered' }, [NOON, NOON, true]],
  ['accepted by a push service, which sends no receipts', { channel: 'push' }, [NOON, null, false]],
  [
    'not sent, because its address is suppressed',
    { outcome: 'suppressed', reason: 'left' },
    [null, null, false],
  ],
  ['not sent, because the provider refuses it', { outcome: 'failed', reason: 'refused' }, [null, null, true]],
] as const)('an alert knows of its message that it was %s', async ([, outcome, expected]) => {
  const [alert] = await insertAlerts(1, sql`null`)
  await hear([outcomeOf([alert?.id ?? ''], { recordedAt: NOON, ...outcome })])
  expect(await outcomes()).toEqual([expected])
})

test('of several messages the first acceptance and the first arrival count, in whatever order they are heard', async () => {
  const [alert] = await insertAlerts(1, sql`null`)
  const of = (outcome: Parameters<typeof outcomeOf>[1]) => outcomeOf([alert?.id ?? ''], outcome)
  await hear([of({ outcome: 'delivered', recordedAt: AFTER_NOON })])
  await hear([of({ channel: 'sms', recordedAt: NOON }), of({ channel: 'push', recordedAt: AFTER_NOON })])
  await hear([of({ outcome: 'bounced', reason: 'full', recordedAt: AFTER_NOON })])
  expect(await outcomes()).toEqual([[NOON, AFTER_NOON, true]])
})

/** Rows of the table that this transaction has read, by scan and by index. */
async function readsOfAlerts(tx: Transaction): Promise<number> {
  const [row] = await tx.execute<{ reads: number }>(sql`
    select (seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables where relname = 'alerts'`)
  return row?.reads ?? 0
}
