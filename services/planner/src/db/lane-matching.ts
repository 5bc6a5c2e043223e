import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** A return time that opened: told once for each preference that wants it. */
export type LaneOpening = {
  rideId: string
  kind: 'RETURN_TIME' | 'PAID_RETURN_TIME'
  openedAt: Date
  /** The park's clock at the start of the return time, or now where the park does not say. */
  clock: string
  price: { amount: number | null; currency: string | null }
}

export type LaneMatch = {
  preferenceId: string
  userId: string
  /** The preference waits since this opening for the end of a quiet time. */
  isHeld: boolean
  quietFrom: string | null
  quietUntil: string | null
  pausedAt: Date | null
}

/** An opening within this time of the last letter about the same ride tells nothing: a flapping queue is one drop. */
const COOLDOWN_MINUTES = 10

/** The preferences that want this opening now: of accounts with a day that runs, in their time range and at their price. */
export function listMatches(tx: Transaction, opening: LaneOpening, now: Date): Promise<LaneMatch[]> {
  const at = instantOf(now)
  const { amount, currency } = opening.price
  const wanting = sql`
    select id, user_id, false as is_held from lane_preferences
    where ride_id = ${opening.rideId} and watched_until > ${at}
      and ${opening.clock}::time between start_time and end_time
      and (max_amount is null or ${opening.kind} = 'RETURN_TIME'
        or max_currency = ${currency} and max_amount >= ${amount}::int)
      and (told_at is null or told_at <= ${at} - make_interval(mins => ${COOLDOWN_MINUTES}))`
  return listTellable(tx, wanting, now)
}

/** The preferences that wait for the end of a quiet time since this opening, which still stands. */
export function listHeld(tx: Transaction, opening: LaneOpening, now: Date): Promise<LaneMatch[]> {
  const wanting = sql`
    select id, user_id, true as is_held from lane_preferences
    where ride_id = ${opening.rideId} and held_kind = ${opening.kind}
      and held_opening_at = ${instantOf(opening.openedAt)}`
  return listTellable(tx, wanting, now)
}

type TellableRow = Omit<LaneMatch, 'pausedAt'> & { pausedAt: string | null }

/**
 * Those of the preferences whose account has a day that runs, with its quiet time. The preferences are one range scan of an index of
 * `lane_preferences`, and what is joined to them is looked up one by one: by its statistics the planner would read the days of all
 * accounts. `offset 0` keeps it from turning `exists` into a join.
 */
async function listTellable(tx: Transaction, wanting: SQL, now: Date): Promise<LaneMatch[]> {
  const at = instantOf(now)
  await tx.execute(sql`select ${forbid('seqscan', 'hashjoin', 'mergejoin')}`)
  const rows = await tx.execute<TellableRow>(sql`
    with wanting as materialized (${wanting})
    select wanting.id as "preferenceId", wanting.user_id as "userId", wanting.is_held as "isHeld",
      quiet.quiet_from as "quietFrom", quiet.quiet_until as "quietUntil", quiet.paused_at as "pausedAt"
    from wanting
    left join lane_accounts account on account.user_id = wanting.user_id
    left join quiet_times quiet on quiet.address_hash = account.address_hash
    where exists (select from lane_days day where day.user_id = wanting.user_id and not day.is_revoked
      and day.starts_at <= ${at} and day.ends_at > ${at} offset 0)
    order by wanting.id`)
  return rows.map(({ pausedAt, ...row }) => ({
    ...row,
    pausedAt: pausedAt === null ? null : new Date(pausedAt),
  }))
}

export async function saveToldPreferences(tx: Transaction, ids: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set told_at = ${instantOf(now)}, held_kind = null, held_opening_at = null
    where id = any(${uuids(ids)})`)
}

export async function saveHeldPreferences(
  tx: Transaction,
  ids: string[],
  opening: LaneOpening,
): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set held_kind = ${opening.kind}, held_opening_at = ${instantOf(opening.openedAt)}
    where id = any(${uuids(ids)})`)
}

/** Openings that have ended are waited for no more. */
export async function releaseHeld(tx: Transaction, ended: { rideId: string; kind: string }[]): Promise<void> {
  if (ended.length === 0) return
  await tx.execute(sql`
    update lane_preferences p set held_kind = null, held_opening_at = null
    from jsonb_to_recordset(${asJsonb(ended)}) as e("rideId" uuid, kind text)
    where p.ride_id = e."rideId" and p.held_kind = e.kind and p.held_opening_at is not null`)
}
