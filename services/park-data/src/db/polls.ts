import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { WaitSample } from '../domain/observe-park.ts'
import type { PlaceState } from '../domain/observe-places.ts'
import { shownStatus, type ParkState, type RideState } from '../domain/park-state.ts'

/** The rows that one poll writes: a set for each table. */

/** Returns the parks whose reading is newer than the one that is stored. */
export async function saveReadings(tx: Transaction, parks: ParkState[]): Promise<string[]> {
  const rows = parks.map(({ parkId, readAt, rowChangedAt, openByRidesAt }) => ({
    parkId,
    readAt,
    rowChangedAt,
    openByRidesAt,
  }))
  const saved = await tx.execute<{ park_id: string }>(sql`
    insert into park_readings (park_id, read_at, row_changed_at, was_empty, open_by_rides_at)
    select "parkId", "readAt", "rowChangedAt", false, "openByRidesAt" from jsonb_to_recordset(${asJsonb(rows)})
      as r("parkId" uuid, "readAt" timestamptz, "rowChangedAt" timestamptz, "openByRidesAt" timestamptz)
    on conflict (park_id) do update
      set read_at = excluded.read_at, row_changed_at = excluded.row_changed_at, was_empty = false,
        open_by_rides_at = excluded.open_by_rides_at
      where park_readings.read_at < excluded.read_at
    returning park_id`)
  return saved.map((row) => row.park_id)
}

export async function markEmpty(tx: Transaction, parkIds: string[]): Promise<void> {
  await tx.execute(sql`
    update park_readings set was_empty = true where not was_empty and park_id = any(${uuids(parkIds)})`)
}

export type ParkRide = RideState & { parkId: string }

export async function saveRideStates(tx: Transaction, rides: ParkRide[]): Promise<void> {
  if (rides.length === 0) return
  const rows = rides.map((ride) => ({
    ...ride,
    today: undefined,
    forecast: undefined,
    queues: ride.queues.length > 0 ? ride.queues : null,
  }))
  await tx.execute(sql`
    insert into ride_states (ride_id, park_id, status, wait_minutes, changed_at, queue_kind, is_absent,
      previous_wait_minutes, wait_since, seen_at, queues, down_polls, reopened_at, raw_status)
    select "rideId", "parkId", status, "waitMinutes", "changedAt", "queueKind", "isAbsent",
      "previousWaitMinutes", "waitSince", "seenAt", queues, "downPolls", "reopenedAt", "rawStatus"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("rideId" uuid, "parkId" uuid, status text,
      "waitMinutes" smallint, "changedAt" timestamptz, "queueKind" text, "isAbsent" boolean,
      "previousWaitMinutes" smallint, "waitSince" timestamptz, "seenAt" timestamptz, queues jsonb,
      "downPolls" smallint, "reopenedAt" jsonb, "rawStatus" text)
    on conflict (ride_id) do update set park_id = excluded.park_id, status = excluded.status,
      wait_minutes = excluded.wait_minutes, changed_at = excluded.changed_at, queue_kind = excluded.queue_kind,
      is_absent = excluded.is_absent, previous_wait_minutes = excluded.previous_wait_minutes,
      wait_since = excluded.wait_since, seen_at = excluded.seen_at, queues = excluded.queues,
      down_polls = excluded.down_polls, reopened_at = excluded.reopened_at,
      raw_status = excluded.raw_status`)
}

export async function saveForecasts(
  tx: Transaction,
  rides: Pick<RideState, 'rideId' | 'forecast'>[],
): Promise<void> {
  if (rides.length === 0) return
  const rows = rides.map(({ rideId, forecast }) => ({ rideId, forecast }))
  await tx.execute(sql`
    insert into ride_forecasts (ride_id, forecast)
    select "rideId", forecast from jsonb_to_recordset(${asJsonb(rows)}) as r("rideId" uuid, forecast jsonb)
    on conflict (ride_id) do update set forecast = excluded.forecast`)
}

export async function savePlaceStates(tx: Transaction, states: PlaceState[]): Promise<void> {
  if (states.length === 0) return
  await tx.execute(sql`
    insert into place_states (place_id, status, wait_minutes, tables, times, tables_seen_at, seen_at)
    select "placeId", status, "waitMinutes", tables, times, "tablesSeenAt", "seenAt"
    from jsonb_to_recordset(${asJsonb(states)}) as r("placeId" uuid, status text, "waitMinutes" smallint,
      tables jsonb, times jsonb, "tablesSeenAt" timestamptz, "seenAt" timestamptz)
    on conflict (place_id) do update set status = excluded.status, wait_minutes = excluded.wait_minutes,
      tables = excluded.tables, times = excluded.times, tables_seen_at = excluded.tables_seen_at,
      seen_at = excluded.seen_at`)
}

export async function insertObservations(tx: Transaction, rides: RideState[], readAt: Date): Promise<void> {
  if (rides.length === 0) return
  const rows = rides.map((ride) => ({
    rideId: ride.rideId,
    status: shownStatus(ride),
    waitMinutes: ride.waitMinutes,
  }))
  await tx.execute(sql`
    insert into observations (ride_id, observed_at, status, wait_minutes)
    select "rideId", ${readAt.toISOString()}::timestamptz, status, "waitMinutes"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("rideId" uuid, status text, "waitMinutes" smallint)
    on conflict do nothing`)
}

export async function addToStatistics(tx: Transaction, samples: WaitSample[]): Promise<void> {
  if (samples.length === 0) return
  await tx.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select "parkId", date, hour, "rideId", 1, "waitMinutes", "waitMinutes", "waitMinutes"
    from jsonb_to_recordset(${asJsonb(samples)})
      as r("parkId" uuid, date date, hour smallint, "rideId" uuid, "waitMinutes" smallint)
    on conflict (park_id, date, hour, ride_id) do update set samples = hourly_waits.samples + 1,
      min_minutes = least(hourly_waits.min_minutes, excluded.min_minutes),
      max_minutes = greatest(hourly_waits.max_minutes, excluded.max_minutes),
      sum_minutes = hourly_waits.sum_minutes + excluded.sum_minutes`)
}
