import {
  HISTORY_HOURS,
  HISTORY_LIMIT,
  type DeliveryState,
  type HistoryEntry,
} from '@walkon/contracts/http/notifications'
import type { Database } from '@walkon/service/database'
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { toShownReason } from '../../domain/way.ts'
import { deliveries, deliveryAlerts } from '../schema.ts'

/** States by rank: an alert to several devices counts as on the one that did best. */
const BEST_FIRST: DeliveryState[] = [
  'delivered',
  'accepted',
  'sending',
  'unknown',
  'queued',
  'bounced',
  'failed',
  'expired',
  'suppressed',
]
const RANK = sql.raw(`array_position(array[${BEST_FIRST.map((state) => `'${state}'`).join(', ')}], state)`)

/** The place of an alert: a number or a mailbox, or all devices of the person. */
const PLACE = sql`case ${deliveryAlerts.channel} when 'push' then '' else ${deliveryAlerts.addressHash} end`

/** The newest alerts of a person, each once for each place that it went to; those of one message shortest first. */
export async function listHistory(db: Database, emailHash: string): Promise<HistoryEntry[]> {
  const entries = db
    .selectDistinctOn([deliveryAlerts.alertId, deliveryAlerts.channel, PLACE], {
      alertId: deliveryAlerts.alertId,
      kind: deliveryAlerts.kind,
      parkId: deliveryAlerts.parkId,
      parkName: deliveryAlerts.parkName,
      rideId: deliveryAlerts.rideId,
      rideName: deliveryAlerts.rideName,
      waitMinutes: deliveryAlerts.waitMinutes,
      channel: deliveryAlerts.channel,
      state: deliveries.state,
      reason: deliveries.lastError,
      message: deliveryAlerts.message,
      createdAt: deliveryAlerts.createdAt,
    })
    .from(deliveryAlerts)
    .innerJoin(deliveries, eq(deliveries.id, deliveryAlerts.deliveryId))
    .where(
      and(
        eq(deliveryAlerts.emailHash, emailHash),
        isNull(deliveryAlerts.clearedAt),
        // Not an email that waits for pushes, or that they have replaced.
        sql`${deliveries.notBefore} < 'infinity'`,
        gt(deliveryAlerts.createdAt, sql`now() - make_interval(hours => ${HISTORY_HOURS})`),
      ),
    )
    .orderBy(deliveryAlerts.alertId, deliveryAlerts.channel, PLACE, RANK)
    .as('entries')
  const rows = await db
    .select()
    .from(entries)
    .orderBy(desc(entries.createdAt), asc(entries.waitMinutes))
    .limit(HISTORY_LIMIT)
  return rows.map((row) => ({
    ...row,
    reason: toShownReason(row.state, row.reason),
    createdAt: row.createdAt.toISOString(),
  }))
}

/** Takes a person's alerts off their list; the deliveries stay. */
export async function clearAlerts(db: Database, emailHash: string): Promise<void> {
  await db
    .update(deliveryAlerts)
    .set({ clearedAt: sql`now()` })
    .where(and(eq(deliveryAlerts.emailHash, emailHash), isNull(deliveryAlerts.clearedAt)))
}
