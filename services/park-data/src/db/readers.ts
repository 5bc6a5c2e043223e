import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type PassWindow = { passId: string; parkId: string; startsAt: string; endsAt: string }

/** Replaces all windows of these passes. */
export async function savePassWindows(
  tx: Transaction,
  passIds: string[],
  windows: PassWindow[],
): Promise<void> {
  await deletePassWindows(tx, passIds)
  await tx.execute(sql`
    insert into pass_windows (pass_id, park_id, starts_at, ends_at)
    select "passId", "parkId", "startsAt", "endsAt" from jsonb_to_recordset(${asJsonb(windows)})
      as r("passId" uuid, "parkId" uuid, "startsAt" timestamptz, "endsAt" timestamptz)
    on conflict do nothing`)
}

export async function deletePassWindows(tx: Transaction, passIds: string[]): Promise<void> {
  await tx.execute(sql`delete from pass_windows where pass_id = any(${uuids(passIds)})`)
}

/** A destination is polled this long before the window, so that the window's first reading is not a baseline. */
const AHEAD = sql`interval '5 minutes'`

/** A subscription that a plan covers watches this park until then; null: no longer. */
export type PlanPark = { subscriptionId: string; parkId: string; watchedUntil: string | null }

/** Saves what these subscriptions watch now. */
export async function savePlanParks(tx: Transaction, watched: PlanPark[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${asJsonb(watched)})
    as w("subscriptionId" uuid, "parkId" uuid, "watchedUntil" timestamptz)`
  await tx.execute(sql`
    insert into plan_parks as p (subscription_id, park_id, watched_until)
    select "subscriptionId", "parkId", "watchedUntil" from ${given} where "watchedUntil" is not null order by 1
    on conflict (subscription_id) do update set park_id = excluded.park_id, watched_until = excluded.watched_until`)
  await tx.execute(sql`
    delete from plan_parks where subscription_id in (
      select "subscriptionId" from ${given} where "watchedUntil" is null)`)
}

/** Saves until when the companion watches these parks; null: no longer. */
export async function saveCompanionParks(
  tx: Transaction,
  watched: { parkId: string; watchedUntil: string | null }[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${asJsonb(watched)}) as w("parkId" uuid, "watchedUntil" timestamptz)`
  await tx.execute(sql`
    insert into companion_parks (park_id, watched_until)
    select "parkId", "watchedUntil" from ${given} where "watchedUntil" is not null order by 1
    on conflict (park_id) do update set watched_until = excluded.watched_until`)
  await tx.execute(sql`
    delete from companion_parks where park_id in (select "parkId" from ${given} where "watchedUntil" is null)`)
}

/** Destinations of parks with an active pass, or that a plan or the companion watches. */
export async function listWatchedDestinations(db: Database, now: Date): Promise<string[]> {
  const present = sql`${now.toISOString()}::timestamptz`
  const rows = await db.execute<{ destination_id: string }>(sql`
    select distinct park.destination_id from parks park
    where exists (
      select from pass_windows pass
      where pass.park_id = park.id and pass.starts_at <= ${present} + ${AHEAD} and pass.ends_at > ${present})
    or exists (
      select from plan_parks plan where plan.park_id = park.id and plan.watched_until > ${present})
    or exists (
      select from companion_parks companion
      where companion.park_id = park.id and companion.watched_until > ${present})`)
  return rows.map((row) => row.destination_id)
}
