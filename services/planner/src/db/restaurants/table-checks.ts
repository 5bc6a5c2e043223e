import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import { providerTurns, tableChecks } from '../schema.ts'

type TableCheckRow = typeof tableChecks.$inferSelect
export type TurnRow = typeof providerTurns.$inferSelect

const PROVIDER = 'reservations'
/** Takes the turn to ask the provider, for as long as the lease; null while another process has it or the provider rests. */
export async function takeTurn(db: Database, now: Date, leaseMs: number): Promise<TurnRow | null> {
  await db.execute(sql`
    insert into provider_turns (provider, free_at) values (${PROVIDER}, ${instantOf(now)}) on conflict do nothing`)
  const [turn] = await db
    .update(providerTurns)
    .set({ freeAt: new Date(now.getTime() + leaseMs) })
    .where(and(eq(providerTurns.provider, PROVIDER), sql`${providerTurns.freeAt} <= ${instantOf(now)}`))
    .returning()
  return turn ?? null
}

export async function saveTurn(
  db: Queryable,
  turn: Partial<Pick<TurnRow, 'freeAt' | 'failures' | 'listedAt'>>,
): Promise<void> {
  await db.update(providerTurns).set(turn).where(eq(providerTurns.provider, PROVIDER))
}

/** True if a request is due: a check, or the list of restaurants. */
export async function isSomethingDue(db: Database, now: Date, listedBefore: Date): Promise<boolean> {
  const [row] = await db.execute<{ due: boolean }>(sql`
    select exists (select from table_checks where check_at <= ${instantOf(now)})
      or not exists (select from provider_turns where provider = ${PROVIDER}
        and listed_at > ${instantOf(listedBefore)}) as due`)
  return row?.due ?? false
}

/** How long the oldest due check has been due; 0 if none is, or only those of days that no alert waits for. */
export async function findOverdueSeconds(db: Queryable, now: Date): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select coalesce(extract(epoch from ${instantOf(now)} - min(check_at)), 0)::float as seconds
    from table_checks due where check_at <= ${instantOf(now)} and exists (
      select from restaurant_alert_days day where day.restaurant_id = due.restaurant_id and day.date = due.date)`)
  return row?.seconds ?? 0
}

export type DueCheck = Pick<TableCheckRow, 'restaurantId' | 'date' | 'failures'>

/**
 * Turns go round by account: of the accounts that a due check is wanted by, the one whose turn is longest ago has its oldest. So an account
 * with many days holds back its own alone. Notes the turn.
 */
export async function takeDueCheck(db: Queryable, now: Date): Promise<DueCheck | null> {
  const [found] = await db.execute<DueCheck>(sql`
    with waiting as materialized (
      select due.restaurant_id, due.date, due.check_at, due.failures, alert.id as alert_id, alert.user_id
      from table_checks due
      join restaurant_alert_days day on day.restaurant_id = due.restaurant_id and day.date = due.date
      join restaurant_alerts alert on alert.id = day.alert_id
      where due.check_at <= ${instantOf(now)}),
    next as (
      select user_id from waiting group by user_id
      order by (select max(turn_at) from restaurant_alerts own where own.user_id = waiting.user_id) nulls first,
        min(check_at), user_id
      limit 1),
    turn as (
      select * from waiting join next using (user_id) order by check_at, restaurant_id, date, alert_id limit 1),
    noted as (
      update restaurant_alerts set turn_at = ${instantOf(now)} where id = (select alert_id from turn))
    select restaurant_id as "restaurantId", date::text as date, failures from turn`)
  return found ?? null
}

/** Ends the due checks that no active alert waits for any more. */
export async function deleteUnwantedChecks(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    delete from table_checks due where check_at <= ${instantOf(now)} and not exists (
      select from restaurant_alert_days day where day.restaurant_id = due.restaurant_id and day.date = due.date)`)
}

export async function saveCheck(
  db: Queryable,
  { restaurantId, date }: Pick<TableCheckRow, 'restaurantId' | 'date'>,
  values: Partial<Pick<TableCheckRow, 'checkAt' | 'checkedAt' | 'failures'>>,
): Promise<void> {
  await db
    .update(tableChecks)
    .set(values)
    .where(and(eq(tableChecks.restaurantId, restaurantId), eq(tableChecks.date, date)))
}

/** The provider does not know the restaurant any more. */
export async function deleteReservable(tx: Transaction, restaurantId: string): Promise<void> {
  await tx.execute(sql`delete from reservable_restaurants where restaurant_id = ${restaurantId}`)
  await tx.execute(sql`delete from table_checks where restaurant_id = ${restaurantId}`)
}

/** The provider's restaurants are these, and no others. Returns those that are new. */
export async function saveReservable(tx: Transaction, restaurantIds: string[]): Promise<string[]> {
  await tx.execute(sql`
    delete from reservable_restaurants where restaurant_id <> all(${uuids(restaurantIds)})`)
  const added = await tx.execute<{ id: string }>(sql`
    insert into reservable_restaurants (restaurant_id)
    select distinct id::uuid from jsonb_array_elements_text(${asJsonb(restaurantIds)}) as given(id)
    on conflict do nothing returning restaurant_id as id`)
  return added.map(({ id }) => id)
}

/** Has the days of an alert checked from now on, where the provider knows its restaurant. A day that is checked already stays as it is. */
export async function joinChecks(
  tx: Transaction,
  { restaurantId, dates }: { restaurantId: string; dates: string[] },
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    insert into table_checks (restaurant_id, date, check_at)
    select restaurant_id, day::date, ${instantOf(now)}
    from reservable_restaurants, jsonb_array_elements_text(${asJsonb(dates)}) as given(day)
    where restaurant_id = ${restaurantId}
    order by day on conflict do nothing`)
}

/** The same for all alerts of restaurants that the provider has just begun to know. */
export async function joinChecksOf(tx: Transaction, restaurantIds: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    insert into table_checks (restaurant_id, date, check_at)
    select distinct restaurant_id, date, ${instantOf(now)} from restaurant_alert_days
    where restaurant_id = any(${uuids(restaurantIds)})
    order by restaurant_id, date on conflict do nothing`)
}

export type Sooner = { now: Date; checkedBefore: Date }

/** Has the days of some alerts of an account checked now, unless they were checked a moment ago. Returns how many are due. */
export async function hastenChecksOf(
  tx: Transaction,
  userId: string,
  alertIds: string[],
  { now, checkedBefore }: Sooner,
): Promise<number> {
  const hastened = await tx.execute(sql`
    update table_checks as checks set check_at = least(check_at, ${instantOf(now)})
    where (restaurant_id, date) in (
        select day.restaurant_id, day.date from restaurant_alert_days day
        join restaurant_alerts alert on alert.id = day.alert_id
        where alert.user_id = ${userId} and alert.id = any(${uuids(alertIds)}))
      and (checked_at is null or checked_at <= ${instantOf(checkedBefore)}) and failures = 0`)
  return hastened.count
}

/** The same for all alerts, on some days. */
export async function hastenChecksOn(
  tx: Transaction,
  dates: string[],
  { now, checkedBefore }: Sooner,
): Promise<number> {
  const hastened = await tx.execute(sql`
    update table_checks set check_at = least(check_at, ${instantOf(now)})
    where date in (select day::date from jsonb_array_elements_text(${asJsonb(dates)}) as given(day))
      and (checked_at is null or checked_at <= ${instantOf(checkedBefore)}) and failures = 0`)
  return hastened.count
}
