import { HISTORY_HOURS, HISTORY_LIMIT, type HistoryEntry } from '@walkon/contracts/http/notifications'
import type { Database } from '@walkon/service/database'
import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { deliveries, deliveryAlerts } from './schema.ts'

/** The newest alerts of a person; those of one message shortest first. */
export async function listHistory(db: Database, emailHash: string): Promise<HistoryEntry[]> {
  const rows = await db
    .select({
      alertId: deliveryAlerts.alertId,
      kind: deliveryAlerts.kind,
      parkId: deliveryAlerts.parkId,
      parkName: deliveryAlerts.parkName,
      rideId: deliveryAlerts.rideId,
      rideName: deliveryAlerts.rideName,
      waitMinutes: deliveryAlerts.waitMinutes,
      channel: deliveryAlerts.channel,
      state: deliveries.state,
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
    .orderBy(desc(deliveryAlerts.createdAt), asc(deliveryAlerts.waitMinutes))
    .limit(HISTORY_LIMIT)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Takes a person's alerts off their list; the deliveries stay. */
export async function clearAlerts(db: Database, emailHash: string): Promise<void> {
  await db
    .update(deliveryAlerts)
    .set({ clearedAt: sql`now()` })
    .where(and(eq(deliveryAlerts.emailHash, emailHash), isNull(deliveryAlerts.clearedAt)))
}
