import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

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

/**
 * The preferences that want this opening now: of accounts with a day that runs, in their time range and at their price. One range scan of
 * `lane_preferences_watched`, so that the cost grows with what matches and not with what is stored.
 */
export async function listMatches(tx: Transaction, opening: LaneOpening, now: Date): Promise<LaneMatch[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const { amount, currency } = opening.price
  await tx.execute(sql`select ${forbid('seqscan')}`)
  const rows = await tx.execute<Omit<LaneMatch, 'pausedAt'> & { pausedAt: string | null }>(sql`
    select p.id as "preferenceId", p.user_id as "userId", false as "isHeld",
      q.quiet_from as "quietFrom", q.quiet_until as "quietUntil", q.paused_at as "pausedAt"
    from lane_preferences p
    left join lane_accounts a on a.user_id = p.user_id
    left join quiet_times q on q.address_hash = a.address_hash
    where p.ride_id = ${opening.rideId} and p.watched_until > ${at}
      and ${opening.clock}::time between p.start_time and p.end_time
      and (p.max_amount is null or ${opening.kind} = 'RETURN_TIME'
        or p.max_currency = ${currency} and p.max_amount >= ${amount}::int)
      and (p.told_at is null or p.told_at <= ${at} - make_interval(mins => ${COOLDOWN_MINUTES}))
      and exists (select from lane_days d where d.user_id = p.user_id and not d.is_revoked
        and d.starts_at <= ${at} and d.ends_at > ${at})
    order by p.id`)
  return rows.map(toMatch)
}

/** The preferences that wait for the end of a quiet time since this opening, which still stands. */
export async function listHeld(tx: Transaction, opening: LaneOpening, now: Date): Promise<LaneMatch[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await tx.execute<Omit<LaneMatch, 'pausedAt'> & { pausedAt: string | null }>(sql`
    select p.id as "preferenceId", p.user_id as "userId", true as "isHeld",
      q.quiet_from as "quietFrom", q.quiet_until as "quietUntil", q.paused_at as "pausedAt"
    from lane_preferences p
    left join lane_accounts a on a.user_id = p.user_id
    left join quiet_times q on q.address_hash = a.address_hash
    where p.ride_id = ${opening.rideId} and p.held_kind = ${opening.kind}
      and p.held_opening_at = ${opening.openedAt.toISOString()}::timestamptz
      and exists (select from lane_days d where d.user_id = p.user_id and not d.is_revoked
        and d.starts_at <= ${at} and d.ends_at > ${at})
    order by p.id`)
  return rows.map(toMatch)
}

const toMatch = ({
  pausedAt,
  ...row
}: Omit<LaneMatch, 'pausedAt'> & { pausedAt: string | null }): LaneMatch => ({
  ...row,
  pausedAt: pausedAt === null ? null : new Date(pausedAt),
})

export async function saveToldPreferences(tx: Transaction, ids: string[], now: Date): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set told_at = ${now.toISOString()}::timestamptz, held_kind = null, held_opening_at = null
    where id = any(${uuids(ids)})`)
}

export async function saveHeldPreferences(
  tx: Transaction,
  ids: string[],
  opening: LaneOpening,
): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set held_kind = ${opening.kind}, held_opening_at = ${opening.openedAt.toISOString()}::timestamptz
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
