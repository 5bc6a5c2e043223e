import type { Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'
import { JUMP_MINUTES } from '../../domain/lane-opening.ts'
import { TOLD_AGAIN_AFTER_MINUTES } from '../../domain/told-once.ts'

/** An offer for a preference: its hours are compared with the clock, its price with the price. */
export type LaneOffer = {
  isAvailable: boolean
  /** The park's clock at the start of the return time, or now where the park does not say. */
  clock: string
  amount: number | null
  currency: string | null
}

export type LaneOpening = {
  rideId: string
  kind: 'RETURN_TIME' | 'PAID_RETURN_TIME'
  startsAt: Date | null
  offer: LaneOffer
}

/** The offer before an opening, where it counts. `hasJumped`: the opening begins at least half an hour earlier. */
export type LaneBefore = { offer: LaneOffer; hasJumped: boolean }

export type LaneMatch = {
  preferenceId: string
  userId: string
  /** Since when the preference has waited for the end of a quiet time; null where it matches since this reading. */
  heldSince: Date | null
  quietFrom: string | null
  quietUntil: string | null
  pausedAt: Date | null
}

/** True if a preference wants this offer, whose parts are values, or columns of `offered`. */
const wants = (
  kind: SQL | LaneOpening['kind'],
  { isAvailable, clock, amount, currency }: Record<keyof LaneOffer, SQL> | LaneOffer,
): SQL => sql`
  coalesce(${isAvailable} and ${clock}::time between start_time and end_time
    and (max_amount is null or ${kind} = 'RETURN_TIME'
      or max_currency = ${currency}::text and max_amount >= ${amount}::int), false)`

const mayBeTold = (at: SQL): SQL =>
  sql`watched_until > ${at} and (told_at is null or told_at <= ${at} - make_interval(mins => ${TOLD_AGAIN_AFTER_MINUTES}))`

/** The columns of an offer of a poll: of an opening, or of the offer before it. */
const offerOf = (which: 'now' | 'before'): Record<keyof LaneOffer, SQL> => ({
  isAvailable: sql.raw(`"${which}IsAvailable"`),
  clock: sql.raw(`"${which}Clock"`),
  amount: sql.raw(`"${which}Amount"`),
  currency: sql.raw(`"${which}Currency"`),
})

/**
 * Lists preferences, of accounts with a running day, that want one of these openings. They did not want the offer before, or were told of a
 * later start. Each comes with the place of the first opening that it wants.
 */
export async function listMatches(
  tx: Transaction,
  openings: { opening: LaneOpening; before: LaneBefore }[],
  now: Date,
): Promise<(LaneMatch & { place: number })[]> {
  if (openings.length === 0) return []
  const rows = openings.map(({ opening: { rideId, kind, startsAt, offer }, before }, place) => ({
    place,
    openedRide: rideId,
    kind,
    startsAt,
    hasJumped: before.hasJumped,
    ...toColumns('now', offer),
    ...toColumns('before', before.offer),
  }))
  const wanting = sql`
    select distinct on (wanted.id) wanted.id, wanted.user_id, null::timestamptz as held_since, offered.place
    from jsonb_to_recordset(${asJsonb(rows)}) as offered(
      place int, "openedRide" uuid, kind text, "startsAt" timestamptz, "hasJumped" boolean,
      "nowIsAvailable" boolean, "nowClock" time, "nowAmount" int, "nowCurrency" text,
      "beforeIsAvailable" boolean, "beforeClock" time, "beforeAmount" int, "beforeCurrency" text)
    cross join lateral (
      select id, user_id from lane_preferences
      where ride_id = "openedRide" and ${mayBeTold(instantOf(now))} and ${wants(sql`kind`, offerOf('now'))}
        and (not ${wants(sql`kind`, offerOf('before'))} or "hasJumped"
          or told_kind = kind and told_starts_at - "startsAt" >= make_interval(mins => ${JUMP_MINUTES}))
      offset 0) as wanted
    order by wanted.id, offered.place`
  return listTellable(tx, wanting, now, sql`wanting.place`)
}

const toColumns = (which: 'now' | 'before', { isAvailable, clock, amount, currency }: LaneOffer) => ({
  [`${which}IsAvailable`]: isAvailable,
  [`${which}Clock`]: clock,
  [`${which}Amount`]: amount,
  [`${which}Currency`]: currency,
})

/** One preference, if it wants this opening and may be told. */
export function matchOne(
  tx: Transaction,
  preferenceId: string,
  { kind, offer }: LaneOpening,
  now: Date,
): Promise<LaneMatch[]> {
  const at = instantOf(now)
  const wanting = sql`
    select id, user_id, null::timestamptz as held_since from lane_preferences
    where id = ${preferenceId} and ${mayBeTold(at)} and ${wants(kind, offer)}`
  return listTellable(tx, wanting, now)
}

/** Lists those of these openings that a preference wants, told or not. */
export async function listWanted(
  tx: Transaction,
  preferenceId: string,
  openings: LaneOpening[],
): Promise<LaneOpening[]> {
  const wanted: LaneOpening[] = []
  for (const opening of openings) {
    const rows = await tx.execute(sql`
      select from lane_preferences where id = ${preferenceId} and ${wants(opening.kind, opening.offer)}`)
    if (rows.length > 0) wanted.push(opening)
  }
  return wanted
}

/** The queues of these rides for which a preference waits for the end of a quiet time. */
export async function listHeldQueues(tx: Transaction, rideIds: string[]): Promise<Set<string>> {
  const rows = await tx.execute<{ queue: string }>(sql`
    select distinct ride_id || ' ' || held_kind as queue from lane_preferences
    where ride_id = any(${uuids(rideIds)}) and held_opening_at is not null`)
  return new Set(rows.map(({ queue }) => queue))
}

/** The preferences that wait for the end of a quiet time since they match this opening. */
export function listHeld(tx: Transaction, { rideId, kind }: LaneOpening, now: Date): Promise<LaneMatch[]> {
  const wanting = sql`
    select id, user_id, held_opening_at as held_since from lane_preferences
    where ride_id = ${rideId} and held_kind = ${kind} and held_opening_at is not null`
  return listTellable(tx, wanting, now)
}

type TellableRow = Omit<LaneMatch, 'pausedAt' | 'heldSince'> & {
  place: number
  pausedAt: string | null
  heldSince: string | null
}

/**
 * Lists those of the preferences whose account has a day that runs, with its quiet time. The preferences are one range scan of an index of
 * `lane_preferences`, and joined rows are looked up one by one. By its statistics the planner would read the days of all accounts. `offset
 * 0` keeps it from turning `exists` into a join.
 */
async function listTellable(
  tx: Transaction,
  wanting: SQL,
  now: Date,
  place = sql`0`,
): Promise<(LaneMatch & { place: number })[]> {
  const at = instantOf(now)
  await tx.execute(sql`select ${forbid('seqscan', 'hashjoin', 'mergejoin')}`)
  const rows = await tx.execute<TellableRow>(sql`
    with wanting as materialized (${wanting})
    select ${place} as place, wanting.id as "preferenceId", wanting.user_id as "userId", wanting.held_since as "heldSince",
      quiet.quiet_from as "quietFrom", quiet.quiet_until as "quietUntil", quiet.paused_at as "pausedAt"
    from wanting
    left join lane_accounts account on account.user_id = wanting.user_id
    left join quiet_times quiet on quiet.address_hash = account.address_hash
    where exists (select from lane_days day where day.user_id = wanting.user_id and not day.is_revoked
      and day.starts_at <= ${at} and day.ends_at > ${at} offset 0)
    order by wanting.id`)
  return rows.map(({ pausedAt, heldSince, ...row }) => ({
    ...row,
    pausedAt: toDate(pausedAt),
    heldSince: toDate(heldSince),
  }))
}

const toDate = (instant: string | null) => (instant === null ? null : new Date(instant))

export async function saveToldPreferences(
  tx: Transaction,
  ids: string[],
  { kind, startsAt }: LaneOpening,
  now: Date,
): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set told_at = ${instantOf(now)}, told_kind = ${kind},
      told_starts_at = ${startsAt && instantOf(startsAt)}, held_kind = null, held_opening_at = null
    where id = any(${uuids(ids)})`)
}

export async function saveHeldPreferences(
  tx: Transaction,
  ids: string[],
  { kind }: LaneOpening,
  since: Date,
): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set held_kind = ${kind}, held_opening_at = ${instantOf(since)}
    where id = any(${uuids(ids)})`)
}

/** Ends the wait of preferences that do not want the opening any more. */
export async function releaseHeld(tx: Transaction, { rideId, kind, offer }: LaneOpening): Promise<void> {
  await tx.execute(sql`
    update lane_preferences set held_kind = null, held_opening_at = null
    where ride_id = ${rideId} and held_kind = ${kind} and held_opening_at is not null and not ${wants(kind, offer)}`)
}
