import type { Queryable, Transaction } from '@walkon/service/database'
import { instantOf, uuids } from '@walkon/service/sql-parameters'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { restaurantAlerts } from '../schema.ts'
import type { RestaurantAlertRow } from './restaurant-alerts.ts'

type AlertEnd = { reason: 'past' | 'left' | 'retired'; now: Date }

/** Ends active alerts: they match nothing from here on. Returns those that were active. */
async function endAlerts(
  tx: Transaction,
  which: SQL,
  { reason, now }: AlertEnd,
): Promise<RestaurantAlertRow[]> {
  const ended = await tx
    .update(restaurantAlerts)
    .set({ active: false, endedAt: now, endedReason: reason })
    .where(and(eq(restaurantAlerts.active, true), which))
    .returning()
  await tx.execute(sql`
    delete from restaurant_alert_days where alert_id = any(${uuids(ended.map(({ id }) => id))})`)
  return ended
}

/** Ends the alerts of an account that were set before it left the list. */
export const endLeftAlerts = (tx: Transaction, userId: string, leftAt: Date, now: Date) =>
  endAlerts(
    tx,
    sql`${restaurantAlerts.userId} = ${userId} and ${restaurantAlerts.createdAt} <= ${instantOf(leftAt)}`,
    { reason: 'left', now },
  )

/** Ends the alerts of a park whose last day is before this one. */
export const endPastAlerts = (tx: Transaction, parkId: string, today: string, now: Date) =>
  endAlerts(
    tx,
    sql`${restaurantAlerts.parkId} = ${parkId} and ${restaurantAlerts.lastDate} < ${today}::date`,
    { reason: 'past', now },
  )

/** Ends some alerts of restaurants that the feed has stopped listing. */
export const endRetiredAlerts = (tx: Transaction, now: Date, limit: number) =>
  endAlerts(
    tx,
    sql`${restaurantAlerts.id} = any(array(
      select alert.id from restaurants join restaurant_alerts alert on alert.restaurant_id = restaurants.id and alert.active
      where restaurants.retired order by alert.id limit ${limit} for update of alert skip locked))`,
    { reason: 'retired', now },
  )

/** The parks that have active alerts, with their time zones. */
export async function listParksWithAlerts(db: Queryable): Promise<{ id: string; timezone: string }[]> {
  return db.execute<{ id: string; timezone: string }>(sql`
    select id, timezone from parks where exists (select from restaurant_alerts where park_id = parks.id and active)`)
}

/** Returns how many were deleted. */
export async function deleteEndedAlerts(db: Queryable, endedBefore: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from restaurant_alerts where id = any(array(
      select id from restaurant_alerts where ended_at < ${instantOf(endedBefore)}
      order by ended_at limit ${limit}))`)
  return deleted.count
}
