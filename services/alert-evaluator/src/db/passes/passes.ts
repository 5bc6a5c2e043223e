import type { NewWatch } from '@walkon/contracts/new-watches'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { PassDay } from '../../domain/subscription-view.ts'

export type ActivatedPass = {
  passId: string
  email: string
  channel: 'email' | 'sms'
  address: string
  parkId: string
  paid: boolean
  windows: { date: string; startsAt: string; endsAt: string }[]
  /** The rides that were chosen with its order. */
  watches?: NewWatch[] | undefined
}

/**
 * Makes the subscription of each pass, or switches it on where `switchesOn`, and gives it the pass's windows; returns the
 * subscriptions. A pass that is known gains the windows it did not have; one that has ended stays so.
 */
export async function savePasses(
  tx: Transaction,
  passes: ActivatedPass[],
  { switchesOn }: { switchesOn: boolean },
): Promise<string[]> {
  const given = sql`jsonb_to_recordset(${asJsonb(passes)}) as p(
    "passId" uuid, email text, channel text, address text, "parkId" uuid, paid boolean, windows jsonb)`
  const subscriptions = await tx.execute<{ id: string }>(sql`
    insert into subscriptions (email, park_id)
    select distinct email, "parkId" from ${given} order by email, "parkId"
    on conflict (email, park_id) do update set active = subscriptions.active or ${switchesOn}
    returning id`)
  await tx.execute(sql`
    insert into passes (id, subscription_id, email, channel, address, paid, ends_at)
    select distinct on ("passId") "passId", s.id, p.email, p.channel, p.address, p.paid,
      (select max((w->>'endsAt')::timestamptz) from jsonb_array_elements(p.windows) w)
    from ${given} join subscriptions s on s.email = p.email and s.park_id = p."parkId"
    on conflict (id) do update set ends_at = greatest(passes.ends_at, excluded.ends_at) where passes.ended_at is null`)
  await tx.execute(sql`
    insert into pass_windows (pass_id, date, starts_at, ends_at)
    select p."passId", (w->>'date')::date, (w->>'startsAt')::timestamptz, (w->>'endsAt')::timestamptz
    from ${given} cross join lateral jsonb_array_elements(p.windows) w
    join passes on passes.id = p."passId" and passes.ended_at is null
    on conflict (pass_id, date) do nothing`)
  return subscriptions.map(({ id }) => id)
}

/** Lists those of these passes that are known. */
export async function listKnownPasses(tx: Transaction, passIds: string[]): Promise<Set<string>> {
  return new Set((await listSubscriptionsByPass(tx, passIds)).keys())
}

export async function listSubscriptionsByPass(
  tx: Transaction,
  passIds: string[],
): Promise<Map<string, string>> {
  const rows = await tx.execute<{ id: string; subscriptionId: string }>(
    sql`select id, subscription_id as "subscriptionId" from passes where id = any(${uuids(passIds)})`,
  )
  return new Map(rows.map(({ id, subscriptionId }) => [id, subscriptionId]))
}

/** Passes by the cause that took them back. */
export type RevokedPasses = { refunded: string[]; disputed: string[] }

/** Ends the rest of these passes now, and returns the subscriptions they belong to. They owe no PassEnded, unless their dispute is won. */
export async function savePassesRevoked(
  tx: Transaction,
  { refunded, disputed }: RevokedPasses,
): Promise<string[]> {
  const ids = uuids([...refunded, ...disputed])
  const revoked = await tx.execute<{ subscriptionId: string }>(sql`
    update passes p set ended_at = coalesce(p.ended_at, now()), ends_at = least(p.ends_at, now()),
      revoked_for = case when p.ended_at is not null then p.revoked_for
        when p.id = any(${uuids(disputed)}) then 'disputed' else 'refunded' end,
      disputed_ends_at = case when p.id = any(${uuids(disputed)}) then p.ends_at end
    where id = any(${ids}) returning subscription_id as "subscriptionId"`)
  await tx.execute(sql`delete from pass_windows where pass_id = any(${ids}) and starts_at > now()`)
  await tx.execute(
    sql`update pass_windows set ends_at = now() where pass_id = any(${ids}) and ends_at > now()`,
  )
  return [...new Set(revoked.map(({ subscriptionId }) => subscriptionId))]
}

/** Passes that have not ended any more. Their windows, which the revocation has cut, go: the caller inserts them again. */
export async function saveUnrevoked(tx: Transaction, passIds: string[]): Promise<void> {
  const ids = uuids(passIds)
  await tx.execute(
    sql`update passes set ended_at = null, revoked_for = null, disputed_ends_at = null where id = any(${ids})`,
  )
  await tx.execute(sql`delete from pass_windows where pass_id = any(${ids})`)
}

export type PassToAnnounce = {
  passId: string
  subscriptionId: string
  channel: 'email' | 'sms'
  /** The address of an email pass, the owner's of one for text messages. */
  email: string
  parkId: string
  parkName: string
  timezone: string
  windows: { date: string; startsAt: string; endsAt: string }[]
}

/** Running free passes whose owner was not told yet and whose park is known, marked as told. Billing tells the buyer of a paid one, with the receipt. */
export async function savePassesAnnounced(
  tx: Transaction,
  where: { subscriptionIds: string[] } | { parkIds: string[] },
): Promise<PassToAnnounce[]> {
  const scope =
    'parkIds' in where
      ? sql`s.park_id = any(${uuids(where.parkIds)})`
      : sql`s.id = any(${uuids(where.subscriptionIds)})`
  return tx.execute<PassToAnnounce>(sql`
    update passes p set announced_at = now()
    from subscriptions s join parks on parks.id = s.park_id
    where p.subscription_id = s.id and ${scope}
      and not p.paid and p.announced_at is null and p.ended_at is null and p.ends_at > now()
    returning p.id as "passId", s.id as "subscriptionId", p.channel,
      case p.channel when 'email' then p.address else p.email end as email, s.park_id as "parkId", parks.name as "parkName", parks.timezone,
      (select jsonb_agg(jsonb_build_object('date', d.date, 'startsAt', d.starts_at, 'endsAt', d.ends_at) order by d.starts_at)
        from pass_windows d where d.pass_id = p.id) as windows`)
}

/** Clocks of evaluations and of this job are PostgreSQL's; the wait only keeps the job from locking rows in use. */
const SETTLE = sql`interval '15 seconds'`
const DUE = sql`ended_at is null and ends_at <= now() - ${SETTLE}`

/** The subscriptions of passes that are over and not marked as ended. */
export async function listSubscriptionsOfDuePasses(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct subscription_id as id from (
      select subscription_id from passes where ${DUE} order by ends_at limit ${limit}) as due`)
  return rows.map(({ id }) => id)
}

/** An alert in the windows of a pass. `counts`: for the guarantee. */
export type PassAlert = { alertId: string; rideId: string; counts: boolean }

/**
 * Alerts in the windows of the pass `p`. An alert counts for the guarantee if it was news in its window, and the ride is not short half of the
 * time. A late reading from right before the window decides for its alert.
 */
const ALERTS_OF_PASS = sql`
  select a.id as "alertId", a.ride_id as "rideId", a.triggered_at,
    a.usually_short is null or not a.usually_short and coalesce(a.above_mark_at >= least(day.starts_at, a.observed_at), false) as counts
  from alerts a cross join lateral (
    select min(d.starts_at) as starts_at from pass_windows d
    where d.pass_id = p.id and d.starts_at <= a.triggered_at and a.triggered_at < d.ends_at) as day
  where a.subscription_id = p.subscription_id and a.kind = 'short-wait' and day.starts_at is not null`

export type EndedPass = { passId: string; subscriptionId: string; endedAt: string; alerts: PassAlert[] }

/** Marks the passes of these locked subscriptions that are over as ended, and returns them with the alerts of their windows. */
export async function saveEndedPasses(tx: Transaction, subscriptionIds: string[]): Promise<EndedPass[]> {
  return tx.execute<EndedPass>(sql`
    update passes p set ended_at = now() where subscription_id = any(${uuids(subscriptionIds)}) and ${DUE}
    returning p.id as "passId", p.subscription_id as "subscriptionId",
      to_char(p.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('alertId', "alertId", 'rideId', "rideId", 'counts', counts) order by triggered_at)
        from (${ALERTS_OF_PASS}) as alert
      ), '[]') as alerts`)
}

/** Lists the alerts in the windows of all passes of an address, the earliest first. */
export const listPassAlertsOf = (db: Queryable, email: string): Promise<(PassAlert & { passId: string })[]> =>
  db.execute(sql`
    select p.id as "passId", alert."alertId", alert."rideId", alert.counts
    from passes p join subscriptions s on s.id = p.subscription_id, lateral (${ALERTS_OF_PASS}) as alert
    where s.email = ${email}
    order by alert.triggered_at`)

export async function listPassDays(db: Queryable, subscriptionIds: string[]): Promise<PassDay[]> {
  return db.execute<PassDay>(sql`
    select p.subscription_id as "subscriptionId", p.channel, d.date, d.starts_at as "startsAt", d.ends_at as "endsAt",
      p.ends_at as "passEndsAt"
    from passes p join pass_windows d on d.pass_id = p.id
    where p.subscription_id = any(${uuids(subscriptionIds)})
    order by d.starts_at`)
}
