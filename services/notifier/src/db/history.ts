import { HISTORY_HOURS, HISTORY_LIMIT, type HistoryEntry } from '@walkon/contracts/http/notifications'
import type { Database } from '@walkon/service/database'
import { sql } from 'drizzle-orm'
import { hashAddress } from '@walkon/service/address-hash'

type HistoryRow = Omit<HistoryEntry, 'createdAt'> & { createdAt: string }

/** The newest alerts of an address; those of one message shortest first. */
export async function listHistory(db: Database, email: string): Promise<HistoryEntry[]> {
  const rows = await db.execute<HistoryRow>(sql`
    select a.alert_id as "alertId", a.kind, a.park_id as "parkId", a.park_name as "parkName", a.ride_id as "rideId",
           a.ride_name as "rideName", a.wait_minutes as "waitMinutes", a.channel, d.state, a.message,
           a.created_at as "createdAt"
    from delivery_alerts a join deliveries d on d.id = a.delivery_id
    where a.email_hash = ${hashAddress(email)} and a.cleared_at is null and a.created_at > now() - make_interval(hours => ${HISTORY_HOURS})
    order by a.created_at desc, a.wait_minutes limit ${HISTORY_LIMIT}`)
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }))
}

/** Empties the visitor's list. What was delivered stays on record: the guarantee is counted from it. */
export async function clearHistory(db: Database, email: string): Promise<void> {
  await db.execute(sql`
    update delivery_alerts set cleared_at = now() where email_hash = ${hashAddress(email)} and cleared_at is null`)
}
