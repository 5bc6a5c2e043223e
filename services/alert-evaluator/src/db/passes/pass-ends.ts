import type { Queryable, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** The last pass of a subscription that nothing carries on, and what it brought: all alerts in its windows. */
export type PassEnd = {
  passId: string
  subscriptionId: string
  email: string
  parkId: string
  parkName: string
  timezone: string
  endedAt: string
  /** Null where its last window ended. */
  revokedFor: 'refunded' | 'disputed' | null
  paid: boolean
  dates: string[]
  alertCount: number
  rideCount: number
}

const SHOWN = sql`interval '7 days'`
/** An end that is told later than this would be about another day. A dispute may be won weeks after the pass. */
const TOLD_WITHIN = sql`interval '1 day'`

/** Lists those of these just ended passes that leave their subscription without a pass and a plan. */
export const listEndsToTell = (tx: Transaction, passIds: string[]): Promise<PassEnd[]> =>
  listEnds(tx, {
    scope: sql`p.id = any(${uuids(passIds)}) and p.ends_at > now() - ${TOLD_WITHIN}`,
    // A pass that is over and not marked yet tells by its own end.
    carries: sql`other.ended_at is null`,
  })

/** The ends of the visitor's passes that they have not put away, the newest first; of one park where `parkId` is given. */
export async function listEndsToShow(db: Queryable, email: string, parkId?: string): Promise<PassEnd[]> {
  const ends = await listEnds(db, {
    scope: sql`s.email = ${email} ${parkId === undefined ? sql`` : sql`and s.park_id = ${parkId}`}
      and p.ends_at > greatest(now() - ${SHOWN}, s.end_seen_at)`,
    carries: sql`other.ends_at > now()`,
  })
  return ends.toSorted((one, other) => other.endedAt.localeCompare(one.endedAt))
}

/** False without a subscription of this visitor, or where it is of another park. */
export async function saveEndSeen(
  db: Queryable,
  { email, parkId }: { email: string; parkId?: string | undefined },
  subscriptionId: string,
): Promise<boolean> {
  const rows = await db.execute(sql`
    update subscriptions set end_seen_at = now()
    where id = ${subscriptionId} and email = ${email}
      ${parkId === undefined ? sql`` : sql`and park_id = ${parkId}`}
    returning id`)
  return rows.length > 0
}

async function listEnds(db: Queryable, { scope, carries }: { scope: SQL; carries: SQL }): Promise<PassEnd[]> {
  return db.execute<PassEnd>(sql`
    select distinct on (s.id) p.id as "passId", s.id as "subscriptionId", s.email, s.park_id as "parkId",
      park.name as "parkName", park.timezone, p.paid, p.revoked_for as "revokedFor",
      to_char(p.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endedAt",
      (select coalesce(jsonb_agg(d.date order by d.date), '[]') from pass_windows d where d.pass_id = p.id) as dates,
      brought.alerts as "alertCount", brought.rides as "rideCount"
    from passes p
    join subscriptions s on s.id = p.subscription_id
    join parks park on park.id = s.park_id
    cross join lateral (
      select count(*)::int as alerts, count(distinct a.ride_id)::int as rides from alerts a
      where a.subscription_id = s.id and a.kind <> 'probably-done' and exists (
        select from pass_windows d
        where d.pass_id = p.id and d.starts_at <= a.triggered_at and a.triggered_at < d.ends_at)) as brought
    where ${scope} and p.ends_at <= now()
      and not exists (select from passes other where other.subscription_id = s.id and ${carries})
      and not exists (
        select from plans where s.plan_since is not null and plans.email = s.email and plans.covered_until > now())
    order by s.id, p.ends_at desc`)
}
