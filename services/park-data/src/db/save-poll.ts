import { rideStatusChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { UsualWait } from '../domain/live-ride.ts'
import type { ParkObservation } from '../domain/observe-park.ts'
import type { ParkHour } from '../domain/park-day.ts'
import { joinAttractions, type NewAttraction } from './catalogue.ts'

export type ObservedPark = {
  observation: ParkObservation
  hour: ParkHour
  usual: ReadonlyMap<string, UsualWait>
}

export type Poll = { term: number; readAt: Date; parks: ObservedPark[]; joined: NewAttraction[] }

/** Another poller has taken over; nothing was written. */
export class TermOver extends Error {
  constructor() {
    super('Another poller has the role')
    this.name = 'TermOver'
  }
}

/**
 * Writes one answer of the feed: what changed, and an event for each of its parks. All of it or nothing, a set a table.
 * The same poll may be saved again after a fault: it has its effect once.
 */
export async function savePoll(db: Database, poll: Poll): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTerm(tx, poll.term)
    if (!(await saveReadings(tx, poll))) return
    await joinAttractions(tx, poll.joined)
    await saveRideStates(tx, poll)
    await insertObservations(tx, poll)
    await addToStatistics(tx, poll)
    await emit(
      tx,
      waitTimeObserved,
      poll.parks.map((park) => toWaitTimes(park, poll.readAt)),
    )
    const changes = poll.parks.flatMap((park) => toStatusChanges(park, poll.readAt))
    if (changes.length > 0) await emit(tx, rideStatusChanged, changes)
  })
}

/** The answer said nothing of these parks; the next one that does is only a baseline. */
export async function saveEmptyAnswer(db: Database, term: number, parkIds: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTerm(tx, term)
    await tx.execute(sql`
      update park_readings set was_empty = true
      where not was_empty and park_id = any(${uuids(parkIds)})`)
  })
}

/** Held until the transaction ends: a new term begins only after what was written under this one. */
async function lockTerm(tx: Transaction, term: number): Promise<void> {
  const rows = await tx.execute(sql`select 1 from poller where term = ${term} for share`)
  if (rows.length === 0) throw new TermOver()
}

/** False if this very poll was saved before. */
async function saveReadings(tx: Transaction, { parks }: Poll): Promise<boolean> {
  const rows = parks.map(({ observation: { next } }) => ({
    park_id: next.parkId,
    read_at: next.readAt,
    row_changed_at: next.rowChangedAt,
  }))
  const saved = await tx.execute(sql`
    insert into park_readings (park_id, read_at, row_changed_at, was_empty)
    select park_id, read_at, row_changed_at, false from jsonb_to_recordset(${asJsonb(rows)})
      as r(park_id uuid, read_at timestamptz, row_changed_at timestamptz)
    on conflict (park_id) do update
      set read_at = excluded.read_at, row_changed_at = excluded.row_changed_at, was_empty = false
      where park_readings.read_at < excluded.read_at
    returning park_id`)
  return saved.length > 0
}

async function saveRideStates(tx: Transaction, { parks }: Poll): Promise<void> {
  const rows = parks.flatMap(({ observation: { next, toSave } }) =>
    toSave.map((ride) => ({ ...ride, parkId: next.parkId, today: undefined })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ride_states (ride_id, park_id, status, wait_minutes, changed_at, queue_kind, is_absent,
      previous_wait_minutes, wait_since, seen_at)
    select "rideId", "parkId", status, "waitMinutes", "changedAt", "queueKind", "isAbsent",
      "previousWaitMinutes", "waitSince", "seenAt"
    from jsonb_to_recordset(${asJsonb(rows)}) as r("rideId" uuid, "parkId" uuid, status text,
      "waitMinutes" smallint, "changedAt" timestamptz, "queueKind" text, "isAbsent" boolean,
      "previousWaitMinutes" smallint, "waitSince" timestamptz, "seenAt" timestamptz)
    on conflict (ride_id) do update set park_id = excluded.park_id, status = excluded.status,
      wait_minutes = excluded.wait_minutes, changed_at = excluded.changed_at, queue_kind = excluded.queue_kind,
      is_absent = excluded.is_absent, previous_wait_minutes = excluded.previous_wait_minutes,
      wait_since = excluded.wait_since, seen_at = excluded.seen_at`)
}

async function insertObservations(tx: Transaction, { parks, readAt }: Poll): Promise<void> {
  const rows = parks.flatMap(({ observation }) =>
    observation.toRecord.map(({ rideId, status, waitMinutes, isAbsent }) => ({
      ride_id: rideId,
      status: isAbsent ? 'UNKNOWN' : status,
      wait_minutes: waitMinutes,
    })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into observations (ride_id, observed_at, status, wait_minutes)
    select ride_id, ${readAt.toISOString()}::timestamptz, status, wait_minutes
    from jsonb_to_recordset(${asJsonb(rows)}) as r(ride_id uuid, status text, wait_minutes smallint)
    on conflict do nothing`)
}

/** Only waits that one could have queued for count: posted, at a running ride, in an open park, by a live feed. */
async function addToStatistics(tx: Transaction, { parks }: Poll): Promise<void> {
  const rows = parks.flatMap(({ observation: { observed, next, parkOpen, trusted }, hour }) =>
    parkOpen && trusted
      ? observed
          .filter(({ status, waitMinutes }) => status === 'OPERATING' && waitMinutes !== null)
          .map(({ rideId, waitMinutes }) => ({
            park_id: next.parkId,
            date: hour.date,
            hour: hour.hour,
            ride_id: rideId,
            wait: waitMinutes,
          }))
      : [],
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into hourly_waits (park_id, date, hour, ride_id, samples, min_minutes, max_minutes, sum_minutes)
    select park_id, date, hour, ride_id, 1, wait, wait, wait from jsonb_to_recordset(${asJsonb(rows)})
      as r(park_id uuid, date date, hour smallint, ride_id uuid, wait smallint)
    on conflict (park_id, date, hour, ride_id) do update set samples = hourly_waits.samples + 1,
      min_minutes = least(hourly_waits.min_minutes, excluded.min_minutes),
      max_minutes = greatest(hourly_waits.max_minutes, excluded.max_minutes),
      sum_minutes = hourly_waits.sum_minutes + excluded.sum_minutes`)
}

/** One event a park: its id is that of the park's poll, so the same poll is the same event however often it is saved. */
function toWaitTimes({ observation, usual }: ObservedPark, readAt: Date) {
  const { next, observed, statusChanges, parkOpen, trusted } = observation
  const observedAt = readAt.toISOString()
  const previous = new Map(statusChanges.map(({ ride, from }) => [ride.rideId, from]))
  return {
    id: deriveId(next.parkId, observedAt),
    data: {
      parkId: next.parkId,
      observedAt,
      parkOpen,
      trusted,
      rides: observed.map((ride) => ({
        rideId: ride.rideId,
        name: ride.name,
        status: ride.status,
        previousStatus: previous.get(ride.rideId),
        waitMinutes: ride.waitMinutes,
        changedAt: ride.changedAt?.toISOString() ?? null,
        usualMinutes: usual.get(ride.rideId)?.usualMinutes ?? null,
      })),
    },
  }
}

function toStatusChanges({ observation }: ObservedPark, readAt: Date) {
  const { next, statusChanges, parkOpen, trusted } = observation
  const observedAt = readAt.toISOString()
  return statusChanges.map(({ ride, from }) => ({
    id: deriveId(next.parkId, `${observedAt} ${ride.rideId}`),
    data: {
      parkId: next.parkId,
      rideId: ride.rideId,
      rideName: ride.name,
      from,
      to: ride.status,
      waitMinutes: ride.waitMinutes,
      observedAt,
      parkOpen,
      trusted,
    },
  }))
}
