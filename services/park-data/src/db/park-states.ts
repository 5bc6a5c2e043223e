import type { Database } from '@walkon/service/database'
import { minutesInto, parkDayAt, type ParkDay } from '@walkon/service/park-day'
import { uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { unreadPark, type ParkState, type RideState } from '../domain/park-state.ts'
import { addStep, type WaitStep } from '../domain/wait-steps.ts'
import { isYoungPark } from './attractions.ts'
import type { ParkEntry } from './directory.ts'
import { parkReadings, rideForecasts } from './schema.ts'

type ReadingRow = {
  park_id: string
  read_at: string
  row_changed_at: string
  was_empty: boolean
  open_by_rides_at: string | null
  is_young: boolean
}

type RideRow = {
  ride_id: string
  park_id: string
  name: string
  status: RideState['status']
  raw_status: string | null
  wait_minutes: number | null
  changed_at: string | null
  queue_kind: RideState['queueKind']
  posts_waits: boolean
  is_absent: boolean
  previous_wait_minutes: number | null
  wait_since: string
  seen_at: string
  queues: RideState['queues'] | null
  down_polls: number
  reopened_at: string[]
  forecast: RideState['forecast'] | null
}

/** Null if the park was never read. */
export async function findParkReading(db: Database, parkId: string) {
  const [row] = await db.select().from(parkReadings).where(eq(parkReadings.parkId, parkId))
  return row ?? null
}

/** Empty if the feed has none. */
export async function findForecast(db: Database, rideId: string) {
  const [row] = await db.select().from(rideForecasts).where(eq(rideForecasts.rideId, rideId))
  return row?.forecast ?? []
}

/** The last reading of parks of one destination, as the poller keeps it in memory. */
export async function listParkStates(db: Database, parks: ParkEntry[], now: Date): Promise<ParkState[]> {
  const parkIds = uuids(parks.map(({ id }) => id))
  const readings = await db.execute<ReadingRow>(sql`
    select *, ${isYoungPark(sql`park_readings.park_id`)} as is_young
    from park_readings where park_id = any(${parkIds})`)
  const rides = await db.execute<RideRow>(sql`
    select state.*, attraction.park_id, attraction.name, attraction.posts_waits, forecast.forecast
    from ride_states state join attractions attraction on attraction.id = state.ride_id
    left join ride_forecasts forecast on forecast.ride_id = state.ride_id
    where attraction.park_id = any(${parkIds}) and not attraction.retired`)
  const days = new Map(parks.map((park) => [park.id, parkDayAt(now, park.timezone)]))
  const steps = await listStepsOfToday(db, rides, days)

  return parks.map((park) => {
    const reading = readings.find((row) => row.park_id === park.id)
    if (!reading) return unreadPark(park.id)
    const readAt = new Date(reading.read_at)
    const own = rides.filter((row) => row.park_id === park.id)
    return {
      parkId: park.id,
      date: parkDayAt(readAt, park.timezone).date,
      readAt,
      wasEmpty: reading.was_empty,
      openByRidesAt: reading.open_by_rides_at === null ? null : new Date(reading.open_by_rides_at),
      rowChangedAt: new Date(reading.row_changed_at),
      isYoung: reading.is_young,
      rides: new Map(own.map((row) => [row.ride_id, toRideState(row, steps.get(row.ride_id) ?? [])])),
    }
  })
}

function toRideState(row: RideRow, today: WaitStep[]): RideState {
  return {
    rideId: row.ride_id,
    name: row.name,
    status: row.status,
    rawStatus: row.raw_status,
    waitMinutes: row.wait_minutes,
    changedAt: row.changed_at === null ? null : new Date(row.changed_at),
    queueKind: row.queue_kind,
    postsWaits: row.posts_waits,
    isAbsent: row.is_absent,
    previousWaitMinutes: row.previous_wait_minutes,
    waitSince: new Date(row.wait_since),
    seenAt: new Date(row.seen_at),
    today,
    downPolls: row.down_polls,
    reopenedAt: row.reopened_at.map((at) => new Date(at)),
    queues: row.queues ?? [],
    forecast: row.forecast ?? [],
  }
}

type StepRow = { ride_id: string; observed_at: string; wait_minutes: number | null }

async function listStepsOfToday(db: Database, rides: RideRow[], days: Map<string, ParkDay>) {
  const steps = new Map<string, WaitStep[]>()
  if (rides.length === 0) return steps
  const earliest = Math.min(...[...days.values()].map(({ startsAt }) => startsAt.getTime()))
  const rows = await db.execute<StepRow>(sql`
    select ride_id, observed_at, case when status = 'OPERATING' then wait_minutes end as wait_minutes
    from observations
    where ride_id = any(${uuids(rides.map((row) => row.ride_id))})
      and observed_at >= ${new Date(earliest).toISOString()}::timestamptz
    order by observed_at`)
  const parkOf = new Map(rides.map((row) => [row.ride_id, row.park_id]))
  for (const row of rows) {
    const day = days.get(parkOf.get(row.ride_id) ?? '')
    const observedAt = new Date(row.observed_at)
    if (!day || observedAt < day.startsAt) continue
    steps.set(
      row.ride_id,
      addStep(steps.get(row.ride_id) ?? [], minutesInto(day, observedAt), row.wait_minutes),
    )
  }
  return steps
}
