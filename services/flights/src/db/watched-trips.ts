import type { DestinationPark } from '@walkon/contracts/http/flights'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { asc, eq, sql } from 'drizzle-orm'
import type { Price } from '../domain/deal.ts'
import { pricePoints, watchedTrips } from './schema.ts'
import { toDay } from './search-days.ts'

export type WatchedTripRow = typeof watchedTrips.$inferSelect

/**
 * The trip of an alert that begins to be watched, and its airports among those that are searched for. A trip that was not checked since
 * `freshSince` is due at once: what an earlier check found is not told.
 */
export async function joinTrip(
  tx: Transaction,
  trip: {
    homeAirport: string
    destinationPark: DestinationPark
    departureDate: string
    returnDate: string | null
  },
  airports: readonly string[],
  { now, freshSince }: { now: Date; freshSince: Date },
): Promise<WatchedTripRow> {
  const wanted = asJsonb([...airports])
  const isStale = sql`(${watchedTrips.checkedAt} is null or ${watchedTrips.checkedAt} < ${freshSince.toISOString()}::timestamptz
    or not (${watchedTrips.airports} @> excluded.airports))`
  const [row] = await tx
    .insert(watchedTrips)
    .values({ ...trip, airports: [...airports], checkAt: now })
    .onConflictDoUpdate({
      target: [
        watchedTrips.homeAirport,
        watchedTrips.destinationPark,
        watchedTrips.departureDate,
        watchedTrips.returnDate,
      ],
      set: {
        airports: sql`array(select distinct code from (
          select unnest(${watchedTrips.airports}) union select jsonb_array_elements_text(${wanted})) as all_of_them(code) order by code)`,
        checkAt: sql`case when ${isStale} then least(${watchedTrips.checkAt}, excluded.check_at) else ${watchedTrips.checkAt} end`,
      },
    })
    .returning()
  if (!row) throw new Error('The trip was not stored')
  return row
}

/** Trips that are due, each for one process: they are due again after the lease unless their check is recorded. */
export async function leaseDueTrips(
  db: Database,
  { now, leaseMs, limit }: { now: Date; leaseMs: number; limit: number },
): Promise<WatchedTripRow[]> {
  const leased = await db.execute<{ id: string }>(sql`
    update watched_trips set check_at = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
    where id = any(array(
      select id from watched_trips where check_at <= ${now.toISOString()}::timestamptz
      order by check_at, id limit ${limit} for update skip locked))
    returning id`)
  if (leased.length === 0) return []
  return db
    .select()
    .from(watchedTrips)
    .where(sql`${watchedTrips.id} = any(${uuids(leased.map(({ id }) => id))})`)
}

/** Locks a trip: the later of two checks at once waits here, and finds the first one's record. Null once nothing watches it. */
export async function lockTrip(tx: Transaction, tripId: string): Promise<WatchedTripRow | null> {
  const [row] = await tx.select().from(watchedTrips).where(eq(watchedTrips.id, tripId)).for('update')
  return row ?? null
}

/** Postpones a check that could not be made. */
export async function saveCheckAt(db: Database, tripId: string, checkAt: Date): Promise<void> {
  await db.update(watchedTrips).set({ checkAt }).where(eq(watchedTrips.id, tripId))
}

export async function saveChecked(
  tx: Transaction,
  tripId: string,
  { checkedAt, checkAt, airports }: { checkedAt: Date; checkAt: Date; airports: string[] },
): Promise<void> {
  await tx.update(watchedTrips).set({ checkedAt, checkAt, airports }).where(eq(watchedTrips.id, tripId))
}

/** The prices of a check. A second check on the same day takes the place of the first. */
export async function savePrices(tx: Transaction, tripId: string, prices: Price[], now: Date): Promise<void> {
  if (prices.length === 0) return
  const rows = prices.map(({ foundAt, ...price }) => ({
    ...price,
    tripId,
    day: toDay(now),
    checkedAt: foundAt,
  }))
  await tx
    .insert(pricePoints)
    .values(rows)
    .onConflictDoUpdate({
      target: [pricePoints.tripId, pricePoints.airport, pricePoints.day],
      set: {
        cents: sql`excluded.cents`,
        airline: sql`excluded.airline`,
        stops: sql`excluded.stops`,
        checkedAt: sql`excluded.checked_at`,
      },
    })
}

/** The prices of today that were found at `since` or later. */
export async function listPricesSince(
  db: Queryable,
  tripId: string,
  { since, now }: { since: Date; now: Date },
): Promise<Price[]> {
  const { airport, cents, airline, stops, checkedAt: foundAt } = pricePoints
  return db
    .select({ airport, cents, airline, stops, foundAt })
    .from(pricePoints)
    .where(
      sql`${pricePoints.tripId} = ${tripId} and ${pricePoints.day} = ${toDay(now)}::date
        and ${pricePoints.checkedAt} >= ${since.toISOString()}::timestamptz`,
    )
}

export type PricePoint = { tripId: string; airport: string; day: string; cents: number }

/** All prices of some trips, the oldest first. */
export async function listPrices(db: Queryable, tripIds: string[]): Promise<PricePoint[]> {
  if (tripIds.length === 0) return []
  const { tripId, airport, day, cents } = pricePoints
  return db
    .select({ tripId, airport, day, cents })
    .from(pricePoints)
    .where(sql`${pricePoints.tripId} = any(${uuids(tripIds)})`)
    .orderBy(asc(pricePoints.day))
}

/** When some trips were checked last. */
export async function listCheckedAt(db: Queryable, tripIds: string[]): Promise<Map<string, Date | null>> {
  if (tripIds.length === 0) return new Map()
  const rows = await db
    .select({ id: watchedTrips.id, checkedAt: watchedTrips.checkedAt })
    .from(watchedTrips)
    .where(sql`${watchedTrips.id} = any(${uuids(tripIds)})`)
  return new Map(rows.map(({ id, checkedAt }) => [id, checkedAt]))
}

/** Deletes trips that no alert names any more, with their prices. Returns how many trips. */
export async function deleteUnwatchedTrips(db: Database, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    const unwatched = await tx.execute<{ id: string }>(sql`
      select id from watched_trips as trip
      where not exists (select from flight_alerts where flight_alerts.trip_id = trip.id)
      limit ${limit} for update skip locked`)
    if (unwatched.length === 0) return 0
    const ids = uuids(unwatched.map(({ id }) => id))
    await tx.execute(sql`delete from price_points where trip_id = any(${ids})`)
    const deleted = await tx.execute(sql`
      delete from watched_trips as trip where id = any(${ids})
        and not exists (select from flight_alerts where flight_alerts.trip_id = trip.id)`)
    return deleted.count
  })
}

/** How many trips are overdue, and by how many seconds the most overdue one is. */
export async function findOverdue(db: Database, now: Date): Promise<{ trips: number; seconds: number }> {
  const [row] = await db.execute<{ trips: number; seconds: number }>(sql`
    select count(*)::int as trips,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(check_at)), 0)::float as seconds
    from watched_trips where check_at <= ${now.toISOString()}::timestamptz`)
  return row ?? { trips: 0, seconds: 0 }
}
