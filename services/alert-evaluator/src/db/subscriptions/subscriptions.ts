import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import type { QuietTimes } from '../../domain/quiet-times.ts'
import type { Window } from '../../domain/windows.ts'
import { subscriptions } from '../schema.ts'

/**
 * Every transaction that changes subscriptions or their watches locks them first, in this order, so that two
 * transactions cannot deadlock.
 */
export async function lockSubscriptions(tx: Transaction, ids: string[]): Promise<void> {
  await tx.execute(sql`select from subscriptions where id = any(${uuids(ids)}) order by id for update`)
  await lockWatches(tx, ids)
}

async function lockWatches(tx: Transaction, subscriptionIds: string[]): Promise<void> {
  await tx.execute(sql`
    select from watches where subscription_id = any(${uuids(subscriptionIds)})
    order by subscription_id, ride_id for update`)
}

export async function listSubscriptionsOfParks(tx: Transaction, parkIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(
    sql`select id from subscriptions where park_id = any(${uuids(parkIds)})`,
  )
  return rows.map(({ id }) => id)
}

export type OwnSubscription = { id: string; parkId: string; active: boolean }

/** Null when this visitor has no such subscription, also where another visitor has. */
export async function lockOwnSubscription(
  tx: Transaction,
  email: string,
  id: string,
): Promise<OwnSubscription | null> {
  const [row] = await tx
    .select({ id: subscriptions.id, parkId: subscriptions.parkId, active: subscriptions.active })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, id), eq(subscriptions.email, email)))
    .for('update')
  if (row) await lockWatches(tx, [id])
  return row ?? null
}

export async function saveSwitch(
  tx: Transaction,
  id: string,
  change: { active: boolean; allRidesEnabled: boolean },
): Promise<void> {
  await tx.update(subscriptions).set(change).where(eq(subscriptions.id, id))
}

/** Locks subscriptions whose window has ended, for this transaction. Skips locked rows, so a second runner gets others. */
export async function lockSubscriptionsPastWindow(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from subscriptions where open_until <= now()
    order by open_until limit ${limit} for update skip locked`)
  return rows.map(({ id }) => id)
}

export type Schedule = {
  id: string
  /** Null while its park is not known. */
  timezone: string | null
  /** Windows of passes and plans that have not ended. */
  windows: Window[]
  quietTimes: QuietTimes
}

type ScheduleRow = Pick<Schedule, 'id' | 'timezone'> & {
  startsAt: string | null
  endsAt: string | null
  quietFrom: string | null
  quietUntil: string | null
  pausedAt: string | null
  now: string
}

/** Lists the facts that decide when these subscriptions may alert, and the present by the database's clock. */
export async function listSchedules(
  db: Queryable,
  ids: string[],
): Promise<{ now: Date; schedules: Schedule[] }> {
  const rows = await db.execute<ScheduleRow>(sql`
    select s.id, park.timezone, carried.starts_at as "startsAt", carried.ends_at as "endsAt",
      to_char(wish.quiet_from, 'HH24:MI') as "quietFrom", to_char(wish.quiet_until, 'HH24:MI') as "quietUntil",
      wish.paused_at as "pausedAt", now() as now
    from subscriptions s
    left join parks park on park.id = s.park_id
    left join alert_preferences wish on wish.email = s.email
    left join lateral (
      select d.starts_at, d.ends_at from passes p join pass_windows d on d.pass_id = p.id and d.ends_at > now()
      where p.subscription_id = s.id
      union all
      select s.plan_since, plan.covered_until from plans plan
      where s.plan_since is not null and plan.email = s.email and plan.covered_until > now()
    ) as carried on true
    where s.id = any(${uuids(ids)})`)
  const schedules = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(toSchedule)
  return { now: new Date(rows[0]?.now ?? 0), schedules }
}

function toSchedule(rows: ScheduleRow[]): Schedule[] {
  const [row] = rows
  if (!row) return []
  const { id, timezone, quietFrom: from, quietUntil: until, pausedAt } = row
  const windows = rows.flatMap(({ startsAt, endsAt }) =>
    startsAt && endsAt ? [{ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }] : [],
  )
  const quietHours = from && until ? { from, until } : null
  return [
    { id, timezone, windows, quietTimes: { quietHours, pausedAt: pausedAt ? new Date(pausedAt) : null } },
  ]
}

/** Saves when each subscription may alert and, from it, when each of its watches may alert next. */
export async function saveWindows(
  tx: Transaction,
  scheduled: { id: string; window: Window | null }[],
): Promise<void> {
  const rows = scheduled.map(({ id, window }) => ({
    id,
    opensAt: window?.startsAt,
    openUntil: window?.endsAt,
  }))
  await tx.execute(sql`
    update subscriptions s set opens_at = r."opensAt", open_until = r."openUntil"
    from jsonb_to_recordset(${asJsonb(rows)}) as r(id uuid, "opensAt" timestamptz, "openUntil" timestamptz)
    where s.id = r.id and (s.opens_at, s.open_until) is distinct from (r."opensAt", r."openUntil")`)
  await tx.execute(sql`
    update watches w set next_alert_at = n.next_alert_at, open_until = n.open_until, ready = n.ready
    from (
      select w.subscription_id, w.ride_id, may.open_until, due.next_alert_at,
        coalesce(due.next_alert_at <= now(), false) as ready
      from watches w
      join subscriptions s on s.id = w.subscription_id
      cross join lateral (select case when s.active and w.active then s.open_until end as open_until) as may
      cross join lateral (
        select case when may.open_until is not null then greatest(s.opens_at, w.cooldown_until, w.silent_until, s.snoozed_until) end
          as next_alert_at) as due
      where s.id = any(${uuids(scheduled.map(({ id }) => id))})
    ) as n
    where w.subscription_id = n.subscription_id and w.ride_id = n.ride_id
      and (w.next_alert_at, w.open_until, w.ready) is distinct from (n.next_alert_at, n.open_until, n.ready)`)
}
