import { prepareDatabase } from '@walkon/local/database'
import { planner } from '@walkon/planner/app'
import { listMatches } from '@walkon/planner/db/lanes/lane-matching'
import { listWanting } from '@walkon/planner/db/restaurants/restaurant-alerts'
import type { Database } from '@walkon/service/database'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atMost, mustBe, type BenchResult } from './result.ts'

const STORED = 100_000
const FEW_STORED = 1_000
const MATCHING = 100
const SCHEMA = 'planner'
const ROUNDS = 41

const [PARK, RIDE, RESTAURANT] = [randomUUID(), randomUUID(), randomUUID()]
const DATE = '2026-07-01'
const NOW = new Date('2026-07-01T16:00:00Z')

/**
 * The match of one table and of one return time that opens, which a hundred alerts and preferences want, with a thousand stored beside them
 * and with a hundred thousand: the cost is to grow with what matches alone.
 */
export async function benchCompanion(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const { [SCHEMA]: url = '' } = await prepareDatabase(serverUrl, 'bench', [SCHEMA])
  await applyMigrations(url, SCHEMA, planner.migrationsFolder)
  const { db, close } = connectPostgres({ url, schema: SCHEMA, poolSize: 2, applicationName: 'bench' })
  try {
    await insertMatching(db)
    await insertOthers(db, FEW_STORED)
    const few = await measure(db)
    const stored = scaled(STORED, scale, 5_000)
    await insertOthers(db, stored - FEW_STORED)
    return toResults(few, await measure(db))
  } finally {
    await close()
  }
}

async function insertMatching({ $client: sql }: Database): Promise<void> {
  await sql`
    insert into parks values (${PARK}, 'Park', gen_random_uuid(), 'Resort', 'America/New_York', false)`
  await sql`
    with alerts as (
      insert into restaurant_alerts (user_id, park_id, restaurant_id, restaurant_name, disney_slug, dates, last_date,
        party_size, preferred_time, created_at)
      select gen_random_uuid(), ${PARK}, ${RESTAURANT}, 'Tavern', 'tavern', array[${DATE}::date], ${DATE}, 2, 'any', now()
      from generate_series(1, ${MATCHING}::int) returning *)
    insert into restaurant_alert_days select id, restaurant_id, last_date, party_size, preferred_time from alerts`
  await sql`
    with wanted as (
      insert into lane_preferences (user_id, ride_id, priority, start_time, end_time, watched_until, created_at)
      select gen_random_uuid(), ${RIDE}, 1, '09:00', '21:00', ${NOW.toISOString()}::timestamptz + interval '1 day', now()
      from generate_series(1, ${MATCHING}::int) returning user_id, watched_until)
    insert into lane_days (assist_day_id, user_id, starts_at, ends_at, is_revoked)
    select gen_random_uuid(), user_id, watched_until - interval '2 days', watched_until, false from wanted`
}

/** As in life: most wait at other restaurants and for other rides, some on other days, for other parties and without a paid day. */
async function insertOthers({ $client: sql }: Database, count: number): Promise<void> {
  await sql`
    with alerts as (
      insert into restaurant_alerts (user_id, park_id, restaurant_id, restaurant_name, disney_slug, dates, last_date,
        party_size, preferred_time, created_at)
      select gen_random_uuid(), ${PARK},
        case when n % 4 = 0 then ${RESTAURANT}::uuid else md5((n % 500)::text)::uuid end, 'Tavern', 'tavern',
        array[${DATE}::date + (case when n % 4 = 0 then 1 + n % 30 else 0 end)],
        ${DATE}::date + (case when n % 4 = 0 then 1 + n % 30 else 0 end), 2, 'any', now()
      from generate_series(1, ${count}::int) n returning *)
    insert into restaurant_alert_days select id, restaurant_id, last_date, party_size, preferred_time from alerts`
  await sql`
    with wanted as (
      insert into lane_preferences (user_id, ride_id, priority, start_time, end_time, watched_until, created_at)
      select gen_random_uuid(), case when n % 4 = 0 then ${RIDE}::uuid else md5((n % 500)::text)::uuid end, 1,
        '09:00', '21:00', case when n % 4 > 0 then ${NOW.toISOString()}::timestamptz + interval '1 day' end, now()
      from generate_series(1, ${count}::int) n returning user_id, watched_until)
    insert into lane_days (assist_day_id, user_id, starts_at, ends_at, is_revoked)
    select gen_random_uuid(), user_id, watched_until - interval '2 days', watched_until, false from wanted
    where watched_until is not null`
  for (const table of ['restaurant_alerts', 'restaurant_alert_days', 'lane_preferences', 'lane_days'])
    await sql`vacuum analyze ${sql(table)}`
}

type Measured = { tableMs: number; laneMs: number; found: number }

/** The median of each match, and how many alerts and preferences both found. */
async function measure(db: Database): Promise<Measured> {
  const [tables, lanes]: [number[], number[]] = [[], []]
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    await db.transaction(async (tx) => {
      tables.push(
        await millisecondsOf(async () => {
          found = (await listWanting(tx, [OPENED_TABLE])).length
        }),
      )
    })
    await db.transaction(async (tx) => {
      lanes.push(
        await millisecondsOf(async () => {
          found += (await listMatches(tx, [{ opening: OPENED_LANE, before: CLOSED_LANE }], NOW)).length
        }),
      )
    })
  }
  return { tableMs: median(tables), laneMs: median(lanes), found }
}

const OPENED_TABLE = {
  id: randomUUID(),
  restaurantId: RESTAURANT,
  date: DATE,
  partySize: 2,
  meal: 'dinner',
  setAfter: null,
}

const OPENED_LANE = {
  rideId: RIDE,
  kind: 'RETURN_TIME' as const,
  startsAt: null,
  offer: { isAvailable: true, clock: '13:00', amount: null, currency: null },
}
const CLOSED_LANE = { offer: { ...OPENED_LANE.offer, isAvailable: false }, hasJumped: false }

const toResults = (few: Measured, many: Measured): BenchResult[] => [
  mustBe('companion-wrong-matches', Math.abs(many.found - 2 * MATCHING), 'matches', 0),
  atMost('companion-table-match', many.tableMs, 'ms', 10),
  atMost('companion-table-match-to-few', many.tableMs / few.tableMs, 'ratio', 1.2),
  atMost('companion-lane-match', many.laneMs, 'ms', 10),
  atMost('companion-lane-match-to-few', many.laneMs / few.laneMs, 'ratio', 1.2),
]
