import { MAX_RECORD_BYTES } from '@walkon/messaging/rejected-records'
import { leaderTerms, TermOver } from '@walkon/runtime/leader'
import { parkDayAt } from '@walkon/service/park-day'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { POLLER } from '../../db/poller.ts'
import type { LiveRow } from '../../domain/live-row.ts'
import { observePark } from '../../domain/observe-park.ts'
import { observePlaces } from '../../domain/observe-places.ts'
import { parkHourAt } from '../../domain/local-hour.ts'
import { unreadPark } from '../../domain/park-state.ts'
import { COASTER, FLUME, NOON, NORTH } from '../../testing/sample-feed.ts'
import { createParkDatabase } from '../../testing/world.ts'
import { readyPartitions } from '../history/keep-history.ts'
import { saveEmptyAnswer, savePoll, type Poll } from './save-poll.ts'

const { db, drop } = await createParkDatabase()
afterAll(drop)
beforeEach(async () => {
  await readyPartitions(db, NOON)
  for (const table of [
    'leader_terms',
    'park_readings',
    'ride_states',
    'observations',
    'hourly_waits',
    'outbox',
  ]) {
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  await db.insert(leaderTerms).values({ role: POLLER, term: 7 })
})

const aRow = (rideId: string): LiveRow => ({
  rideId,
  name: 'Comet Coaster',
  parkId: NORTH,
  status: 'OPERATING',
  rawStatus: null,
  waitMinutes: 10,
  changedAt: NOON,
  hasQueue: true,
  hasStandby: true,
  queues: [],
  forecast: [],
})

/** A reading of the coaster at noon that was trusted. */
function aPoll(rows = [aRow(COASTER)], readAt = NOON): Poll {
  const before = { ...unreadPark(NORTH), readAt: new Date(readAt.getTime() - 60_000), rowChangedAt: NOON }
  const opening = {
    date: '2026-07-14',
    type: 'OPERATING' as const,
    opensAt: new Date(0),
    closesAt: new Date('2100-01-01'),
  }
  const observation = observePark(before, rows, {
    readAt,
    day: parkDayAt(readAt, 'America/New_York'),
    timezone: 'America/New_York',
    openings: [opening],
    postsWaits: () => false,
    nameOf: ({ name }) => String(name),
  })
  const hour = parkHourAt(readAt, 'America/New_York')
  const park = {
    observation,
    places: observePlaces(new Map(), [], readAt),
    placeNameOf: String,
    hour,
    usual: new Map(),
    openings: [],
  }
  return { term: 7, readAt, parks: [park], joined: [], joinedPlaces: [] }
}

async function counts() {
  const [row] = await db.execute(sql`
    select (select count(*)::int from observations) as observations, (select sum(samples)::int from hourly_waits) as samples,
      (select count(*)::int from outbox) as events, (select count(*)::int from ride_states) as rides`)
  return row
}

test('a poll that is saved again after an unclear answer of the database has its effect once', async () => {
  await savePoll(db, aPoll())
  await savePoll(db, aPoll())
  expect(await counts()).toEqual({ observations: 1, samples: 1, events: 1, rides: 1 })
})

test('the event of a poll has an id of its park and instant, so a poll that is made again is the same event', async () => {
  const eventIds = async () => {
    const rows = await db.execute<{ event_id: string }>(sql`delete from outbox returning event_id`)
    await db.execute(sql`delete from park_readings`)
    return rows.map(({ event_id }) => event_id)
  }
  // Of the north park and noon, as any other implementation of RFC 9562 derives it.
  const uuidv5 = '67afc805-bf91-52f1-928a-db82f52943f3'
  await savePoll(db, aPoll())
  const [id] = await eventIds()
  expect(id).toBe(uuidv5)
  await savePoll(db, aPoll([aRow(COASTER), aRow(FLUME)]))
  expect(await eventIds()).toEqual([id])
  await savePoll(db, aPoll([aRow(COASTER)], new Date(NOON.getTime() + 1)))
  expect(await eventIds()).not.toEqual([id])
})

test('the event of a poll says how wanted each ride is', async () => {
  const poll = aPoll([aRow(COASTER), aRow(FLUME)])
  const usual = new Map([
    [COASTER, { usualMinutes: null, meanMinutes: 42.34, breakdowns: [], waitAfterReopening: null }],
  ])
  await savePoll(db, { ...poll, parks: poll.parks.map((park) => ({ ...park, usual })) })
  const [event] = await db.execute<{ rides: { rideId: string; popularity: number }[] }>(sql`
    select convert_from(value, 'UTF8')::jsonb -> 'rides' as rides from outbox`)
  expect(Object.fromEntries(event!.rides.map((ride) => [ride.rideId, ride.popularity]))).toEqual({
    [COASTER]: 42.3,
    [FLUME]: 10,
  })
})

test('a poll of five hundred rides is one record, a fifth of the largest that the log takes', async () => {
  const rideIds = Array.from({ length: 500 }, () => randomUUID())
  const rows = rideIds.map(
    (id): LiveRow => ({ ...aRow(id), name: `The ${'Very '.repeat(8)}Long Name`, waitMinutes: 300 }),
  )
  const poll = aPoll(rows)
  const usual = new Map(
    rideIds.map((id) => [
      id,
      { usualMinutes: 300, meanMinutes: 300, breakdowns: [], waitAfterReopening: null },
    ]),
  )
  await savePoll(db, { ...poll, parks: poll.parks.map((park) => ({ ...park, usual })) })
  const records = await db.execute<{ bytes: number; rides: number }>(sql`
    select octet_length(value) as bytes, jsonb_array_length(convert_from(value, 'UTF8')::jsonb -> 'rides') as rides
    from outbox`)
  expect(records).toHaveLength(1)
  expect(records[0]?.rides).toBe(500)
  expect(records[0]?.bytes).toBeLessThan(MAX_RECORD_BYTES / 5)
})

test('a poll of a poller with an older term is refused', async () => {
  await db.update(leaderTerms).set({ term: 8 })
  await expect(savePoll(db, aPoll())).rejects.toBeInstanceOf(TermOver)
  await expect(saveEmptyAnswer(db, 7, [NORTH])).rejects.toBeInstanceOf(TermOver)
  expect(await counts()).toEqual({ observations: 0, samples: null, events: 0, rides: 0 })
})

test('a poll that fails half way writes nothing', async () => {
  await db.execute(sql`drop table observations_2026_07_14`)
  await expect(savePoll(db, aPoll())).rejects.toMatchObject({ cause: { code: '23514' } })
  expect(await counts()).toEqual({ observations: 0, samples: null, events: 0, rides: 0 })
})
