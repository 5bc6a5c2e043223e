import type { PendingReason } from '@walkon/contracts/http/restaurant-alerts'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { and, count, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm'
import { parks, restaurantAlertDays, restaurantAlerts } from '../schema.ts'

export type RestaurantAlertRow = typeof restaurantAlerts.$inferSelect
export type NewRestaurantAlertRow = Pick<
  RestaurantAlertRow,
  | 'userId'
  | 'parkId'
  | 'restaurantId'
  | 'restaurantName'
  | 'disneySlug'
  | 'dates'
  | 'partySize'
  | 'preferredTime'
  | 'createdAt'
>

/** Until the transaction ends no other one sets an alert of the account. */
export async function lockAlertsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`'restaurant-alerts.' || ${userId}::text`)})`)
}

export async function insertAlert(
  tx: Transaction,
  alert: NewRestaurantAlertRow,
): Promise<RestaurantAlertRow> {
  const { restaurantId, dates, partySize, preferredTime } = alert
  const lastDate = dates.toSorted().at(-1)
  if (lastDate === undefined) throw new Error('An alert has at least one day')
  const [row] = await tx
    .insert(restaurantAlerts)
    .values({ ...alert, lastDate })
    .returning()
  if (!row) throw new Error('The alert was not stored')
  await tx
    .insert(restaurantAlertDays)
    .values(dates.map((date) => ({ alertId: row.id, restaurantId, date, partySize, preferredTime })))
  return row
}

/** An active alert of the account for the same; null if there is none. */
export async function findSameAlert(
  tx: Transaction,
  alert: Pick<RestaurantAlertRow, 'userId' | 'restaurantId' | 'dates' | 'partySize' | 'preferredTime'>,
): Promise<RestaurantAlertRow | null> {
  const [row] = await tx
    .select()
    .from(restaurantAlerts)
    .where(
      and(
        eq(restaurantAlerts.userId, alert.userId),
        eq(restaurantAlerts.active, true),
        eq(restaurantAlerts.restaurantId, alert.restaurantId),
        eq(restaurantAlerts.dates, alert.dates),
        eq(restaurantAlerts.partySize, alert.partySize),
        eq(restaurantAlerts.preferredTime, alert.preferredTime),
      ),
    )
    .limit(1)
  return row ?? null
}

export async function countActiveAlerts(tx: Transaction, userId: string): Promise<number> {
  const [row] = await tx
    .select({ active: count() })
    .from(restaurantAlerts)
    .where(and(eq(restaurantAlerts.userId, userId), eq(restaurantAlerts.active, true)))
  return row?.active ?? 0
}

const WALK_UP_LIST_KEPT_DAYS = 7

/**
 * Why a restaurant's tables cannot be known. Null if the provider knows its reservations, or the feed showed its walk-up tables in the last
 * seven days.
 */
export const pendingReasonOf = (restaurantId: SQL, now: Date): SQL<PendingReason | null> => sql`
  case
    when exists (select from reservable_restaurants where restaurant_id = ${restaurantId}) then null
    when exists (select from walk_up_lists where restaurant_id = ${restaurantId}
      and seen_at > ${instantOf(now)} - make_interval(days => ${WALK_UP_LIST_KEPT_DAYS}::int)) then null
    when exists (select from provider_turns where provider = 'reservations' and listed_at is not null) then 'no-provider'
    else 'not-asked'
  end`

const checkedAt = sql<Date | null>`(select max(checked_at) from table_checks
  where table_checks.restaurant_id = ${restaurantAlerts.restaurantId}
    and table_checks.date = any(${restaurantAlerts.dates}))`.mapWith(restaurantAlerts.toldAt)

/** The active alerts of an account, the newest first. */
export const listActiveAlerts = (db: Queryable, userId: string, now: Date) =>
  db
    .select({
      alert: restaurantAlerts,
      parkName: parks.name,
      pendingBecause: pendingReasonOf(sql`${restaurantAlerts.restaurantId}`, now),
      checkedAt,
    })
    .from(restaurantAlerts)
    .innerJoin(parks, eq(parks.id, restaurantAlerts.parkId))
    .where(and(eq(restaurantAlerts.userId, userId), eq(restaurantAlerts.active, true)))
    .orderBy(desc(restaurantAlerts.createdAt), desc(restaurantAlerts.id))

/** All alerts of an account, the oldest first, for its export. */
export const listAllAlerts = (db: Queryable, userId: string): Promise<RestaurantAlertRow[]> =>
  db
    .select()
    .from(restaurantAlerts)
    .where(eq(restaurantAlerts.userId, userId))
    .orderBy(restaurantAlerts.createdAt, restaurantAlerts.id)

/** All alerts of an account, the oldest first, with their parks and what they wait for. */
export const listAlertsForDesk = (db: Queryable, userId: string, now: Date) =>
  db
    .select({
      ...getTableColumns(restaurantAlerts),
      parkName: parks.name,
      timezone: parks.timezone,
      pendingBecause: pendingReasonOf(sql`${restaurantAlerts.restaurantId}`, now),
      checkedAt,
    })
    .from(restaurantAlerts)
    .innerJoin(parks, eq(parks.id, restaurantAlerts.parkId))
    .where(eq(restaurantAlerts.userId, userId))
    .orderBy(restaurantAlerts.createdAt, restaurantAlerts.id)

/** Returns true if the account had such an alert. */
export async function deleteAlert(tx: Transaction, userId: string, alertId: string): Promise<boolean> {
  const deleted = await tx
    .delete(restaurantAlerts)
    .where(and(eq(restaurantAlerts.id, alertId), eq(restaurantAlerts.userId, userId)))
    .returning({ id: restaurantAlerts.id })
  return deleted.length > 0
}

export async function deleteAlertsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`delete from restaurant_alerts where user_id = any(${uuids(userIds)})`)
}

/** The alerts are told of a table. Returns those that are still there: their accounts cannot be erased until the transaction ends. */
export async function saveTold(tx: Transaction, alertIds: string[], toldAt: Date): Promise<Set<string>> {
  const told = await tx.execute<{ id: string }>(sql`
    update restaurant_alerts set told_at = ${instantOf(toldAt)}
    where id in (select id from restaurant_alerts where id = any(${uuids(alertIds)}) and active order by id for update)
    returning id`)
  return new Set(told.map(({ id }) => id))
}

export type TableMatch = {
  alertId: string
  userId: string
  restaurantName: string
  parkId: string
  parkName: string
  partySize: number
  preferredTime: RestaurantAlertRow['preferredTime']
  /** The openings that the alert wants. */
  openingIds: string[]
}

type WantedOpening = {
  id: string
  restaurantId: string
  date: string
  partySize: number
  meal: string
}

/**
 * The active alerts that want one of these openings, each once. Each opening is a range scan of `restaurant_alert_days_wanted`, so that the
 * cost grows with the alerts found and not with the alerts stored.
 */
export async function listWanting(tx: Transaction, openings: WantedOpening[]): Promise<TableMatch[]> {
  if (openings.length === 0) return []
  await tx.execute(sql`select ${forbid('seqscan', 'hashjoin', 'mergejoin')}`)
  return tx.execute<TableMatch>(sql`
    with opened as materialized (
      select * from jsonb_to_recordset(${asJsonb(openings)})
        as o(id uuid, "restaurantId" uuid, date date, "partySize" int, meal text)),
    wanting as materialized (
      select day.alert_id, opened.id as opening_id
      from opened cross join lateral (
        select alert_id from restaurant_alert_days
        where restaurant_id = opened."restaurantId" and date = opened.date and party_size = opened."partySize"
          and preferred_time in (opened.meal, 'any')
        offset 0) as day)
    select alert.id as "alertId", alert.user_id as "userId", alert.restaurant_name as "restaurantName",
      alert.park_id as "parkId", parks.name as "parkName", alert.party_size as "partySize",
      alert.preferred_time as "preferredTime", array_agg(wanting.opening_id order by wanting.opening_id) as "openingIds"
    from wanting join restaurant_alerts alert on alert.id = wanting.alert_id join parks on parks.id = alert.park_id
    group by alert.id, parks.id
    order by alert.id`)
}
