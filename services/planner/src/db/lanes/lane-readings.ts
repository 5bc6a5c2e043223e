import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { laneReadings, parks, rides } from '../schema.ts'

export type ReadingRow = typeof laneReadings.$inferSelect
export type OfferedRide = ReadingRow & { name: string }

/** The newest readings of these parks, locked until the transaction ends. */
export const lockReadingsOfParks = (tx: Transaction, parkIds: string[]): Promise<ReadingRow[]> =>
  tx
    .select()
    .from(laneReadings)
    .where(inArray(laneReadings.parkId, parkIds))
    .orderBy(asc(laneReadings.rideId), asc(laneReadings.kind))
    .for('update')

/** `rows` must not contain a ride's kind twice. */
export async function saveReadings(tx: Transaction, rows: ReadingRow[]): Promise<void> {
  await tx.execute(sql`
    insert into lane_readings (ride_id, kind, park_id, state, starts_at, ends_at, wait_minutes, amount, currency,
      price_date, first_amount, opened_at, observed_at)
    select "rideId", kind, "parkId", state, "startsAt", "endsAt", "waitMinutes", amount, currency,
      "priceDate", "firstAmount", "openedAt", "observedAt"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("rideId" uuid, kind text, "parkId" uuid, state text,
      "startsAt" timestamptz, "endsAt" timestamptz, "waitMinutes" int, amount int, currency text,
      "priceDate" date, "firstAmount" int, "openedAt" timestamptz, "observedAt" timestamptz)
    order by "rideId", kind
    on conflict (ride_id, kind) do update set park_id = excluded.park_id, state = excluded.state,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, wait_minutes = excluded.wait_minutes,
      amount = excluded.amount, currency = excluded.currency, price_date = excluded.price_date,
      first_amount = excluded.first_amount, opened_at = excluded.opened_at, observed_at = excluded.observed_at`)
}

/** Lists the rides of these parks with their newest readings, by name. */
export async function listOfferedRides(db: Queryable, parkIds: string[]): Promise<OfferedRide[]> {
  const rows = await db
    .select({ reading: laneReadings, name: rides.name })
    .from(laneReadings)
    .innerJoin(rides, eq(rides.id, laneReadings.rideId))
    .where(and(inArray(laneReadings.parkId, parkIds), eq(rides.retired, false)))
    .orderBy(asc(rides.name), asc(rides.id), asc(laneReadings.kind))
  return rows.map(({ reading, name }) => ({ ...reading, name }))
}

/** The newest readings of a ride, with its name and the time zone of its park. Until the transaction ends no poll stores newer ones. */
export async function lockReadingsOf(
  tx: Transaction,
  rideId: string,
): Promise<(ReadingRow & { rideName: string; timezone: string })[]> {
  const rows = await tx
    .select({ reading: laneReadings, rideName: rides.name, timezone: parks.timezone })
    .from(laneReadings)
    .innerJoin(rides, eq(rides.id, laneReadings.rideId))
    .innerJoin(parks, eq(parks.id, laneReadings.parkId))
    .where(eq(laneReadings.rideId, rideId))
    .for('share', { of: laneReadings })
  return rows.map(({ reading, ...more }) => ({ ...reading, ...more }))
}

/** True for the park `p` if it publishes return times. */
const HAS_RETURN_TIMES = sql`exists (select from lane_readings l where l.park_id = p.id and l.kind <> 'STANDBY')`

/** True if a return time of the ride was ever published: only such a ride can be wished for. */
export async function hasReturnTimes(db: Queryable, rideId: string): Promise<boolean> {
  const [row] = await db
    .select({ rideId: laneReadings.rideId })
    .from(laneReadings)
    .where(and(eq(laneReadings.rideId, rideId), ne(laneReadings.kind, 'STANDBY')))
    .limit(1)
  return row !== undefined
}

/** True if a park of the feed publishes return times; null if the feed does not list it. */
export async function findReturnTimesOf(db: Queryable, parkId: string): Promise<boolean | null> {
  const [park] = await db.execute<{ hasReturnTimes: boolean }>(sql`
    select ${HAS_RETURN_TIMES} as "hasReturnTimes" from parks p where p.id = ${parkId} and not p.retired`)
  return park?.hasReturnTimes ?? null
}

export async function findReading(
  db: Queryable,
  rideId: string,
  kind: ReadingRow['kind'],
): Promise<ReadingRow | null> {
  const [row] = await db
    .select()
    .from(laneReadings)
    .where(and(eq(laneReadings.rideId, rideId), eq(laneReadings.kind, kind)))
  return row ?? null
}

/** The readings of a park are stored. */
export const LANE_READINGS_CHANNEL = 'lane_readings'

/** When each park was read last, in milliseconds since the epoch. */
export async function listLastReadings(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.execute<{ parkId: string; readAt: string }>(sql`
    select park_id as "parkId", max(observed_at) as "readAt" from lane_readings group by park_id`)
  return new Map(rows.map(({ parkId, readAt }) => [parkId, Date.parse(readAt)]))
}

/** When any park was read last; null where none was. */
export async function findLastReading(db: Queryable): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`select max(observed_at) as at from lane_readings`)
  return row?.at ? new Date(row.at) : null
}

export type ParkWithRides = {
  id: string
  name: string
  destinationName: string
  timezone: string
  hasReturnTimes: boolean
  rides: { id: string; name: string }[]
}

/** The parks that the feed lists, each with the rides whose return times it publishes; those with return times first. */
export async function listLaneParks(db: Queryable): Promise<ParkWithRides[]> {
  const found = await db.execute<ParkWithRides>(sql`
    select p.id, p.name, p.destination_name as "destinationName", p.timezone,
      ${HAS_RETURN_TIMES} as "hasReturnTimes",
      coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name) order by r.name)
        filter (where r.id is not null), '[]') as rides
    from parks p left join rides r on r.park_id = p.id and not r.retired
      and exists (select from lane_readings l where l.ride_id = r.id and l.kind <> 'STANDBY')
    where not p.retired
    group by p.id order by "hasReturnTimes" desc, p.destination_name desc, p.name`)
  return [...found]
}

export async function listTimezones(db: Queryable, parkIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: parks.id, timezone: parks.timezone })
    .from(parks)
    .where(sql`${parks.id} = any(${uuids(parkIds)})`)
  return new Map(rows.map(({ id, timezone }) => [id, timezone]))
}
