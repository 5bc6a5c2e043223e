import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { observePark } from '../domain/observe-park.ts'
import { parkDayAt, parkHourAt } from '../domain/park-day.ts'
import { unreadPark } from '../domain/park-state.ts'
import { COASTER, NOON, NORTH } from '../testing/sample-feed.ts'
import { createParkDatabase } from '../testing/world.ts'
import { createPartitions } from './history.ts'
import { toObservationId } from './observation-id.ts'
import { savePoll, type Poll } from './save-poll.ts'

const { db, drop } = await createParkDatabase()
afterAll(drop)
beforeEach(async () => {
  await createPartitions(db, NOON)
  for (const table of ['poller', 'park_readings', 'ride_states', 'observations', 'hourly_waits', 'outbox']) {
    await db.execute(sql`delete from ${sql.identifier(table)}`)
  }
  await db.execute(sql`insert into poller (id, term) values (1, 7)`)
})

/** A reading of the coaster at noon that was trusted. */
function aPoll(waitMinutes = 10): Poll {
  const before = { ...unreadPark(NORTH), readAt: new Date(NOON.getTime() - 60_000), rowChangedAt: NOON }
  const row = {
    rideId: COASTER,
    name: 'Comet Coaster',
    parkId: NORTH,
    status: 'OPERATING' as const,
    waitMinutes,
    changedAt: NOON,
    hasQueue: true,
  }
  const opening = {
    date: '2026-07-14',
    type: 'OPERATING' as const,
    opensAt: new Date(0),
    closesAt: new Date('2100-01-01'),
  }
  const observation = observePark(before, [row], {
    readAt: NOON,
    day: parkDayAt(NOON, 'America/New_York'),
    openings: [opening],
    nameOf: () => 'Comet Coaster',
  })
  const hour = parkHourAt(NOON, 'America/New_York')
  return { term: 7, readAt: NOON, parks: [{ observation, hour, usual: new Map() }], joined: [] }
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

test('the same row of the same poll is always the same observation', () => {
  const id = toObservationId(COASTER, NOON)
  expect(toObservationId(COASTER, new Date(NOON))).toBe(id)
  expect(toObservationId(COASTER, new Date(NOON.getTime() + 1))).not.toBe(id)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a poll that fails on the way leaves nothing behind', async () => {
  await db.execute(sql`drop table observations_2026_07_14`)
  await expect(savePoll(db, aPoll())).rejects.toMatchObject({ cause: { code: '23514' } })
  expect(await counts()).toEqual({ observations: 0, samples: null, events: 0, rides: 0 })
})
