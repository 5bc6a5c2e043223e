import { prepareDatabase } from '@walkon/local/database'
import { parkData } from '@walkon/park-data/app'
import { deleteQuartersBefore, foldDaysBefore } from '@walkon/park-data/db/ride-hours'
import { showRideStatistics } from '@walkon/park-data/use-cases/history/show-ride-statistics'
import type { Database } from '@walkon/service/database'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { median, scaled } from './measures.ts'
import { atMost, figure, mustBeAtMost, type BenchResult } from './result.ts'

const PARKS = 100
const RIDES = 40
/** From 9 am to 10 pm. */
const OPEN_HOURS = 14
const DAYS_KEPT = 35
const SCHEMA = 'park_data'
const PAGES = 100

const NOW = new Date('2026-11-21T16:00:00Z')
const dayOf = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10)

/**
 * The page of a ride, from the statistics that 100 parks have after a year; and the rows that one of them has after half a year, a year and
 * three, with the days folded into quarters as the daily upkeep does it.
 */
export async function benchRideStatistics(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const { [SCHEMA]: url = '' } = await prepareDatabase(serverUrl, 'bench', [SCHEMA])
  await applyMigrations(url, SCHEMA, parkData.migrationsFolder)
  const { db, close } = connectPostgres({ url, schema: SCHEMA, poolSize: 4, applicationName: 'bench' })
  try {
    await insertParks(db, scaled(PARKS, scale, 2))
    const [grown, year, steady] = await passYears(db)
    await insertYear(db)
    return [
      figure('ride-statistics-rows-of-a-ride-half-a-year', grown, 'rows'),
      figure('ride-statistics-rows-of-a-ride-a-year', year, 'rows'),
      mustBeAtMost('ride-statistics-rows-of-a-ride-steady', steady, 'rows', MOST_ROWS),
      atMost('ride-statistics-page-cpu', await cpuOfPages(db), 'ms', 50),
    ]
  } finally {
    await close()
  }
}

/** A ride has a row for each open hour of the days that are kept, and of the weekdays and weekends of nine quarters. */
const MOST_ROWS = OPEN_HOURS * (DAYS_KEPT + 9 * 2)

async function insertParks({ $client: sql }: Database, parks: number): Promise<void> {
  await sql`
    insert into parks (id, destination_id, name, timezone)
    select gen_random_uuid(), gen_random_uuid(), 'Park ' || n, 'America/New_York' from generate_series(1, ${parks}) n`
  await sql`
    insert into attractions (id, park_id, name)
    select gen_random_uuid(), id, 'Ride ' || n from parks cross join generate_series(1, ${RIDES}) n`
  await sql`vacuum analyze parks, attractions`
}

/** Days from `first` to `last` ago of one park. */
const insertDays = ({ $client: sql }: Database, first: number, last: number, parkId: string) => sql`
  insert into ride_hours (park_id, span, from_date, is_weekend, hour, ride_id, days, steps, watched_minutes, down_minutes, down_spells)
  select a.park_id, 'day', day, extract(isodow from day) >= 6, hour, a.id, 1,
    jsonb_build_object(2 + hour % 6, 20, 4 + hour % 7, 25, 7 + hour % 5, 15), 60, hour % 3, '{}'
  from attractions a
  cross join generate_series(${dayOf(first)}::date, ${dayOf(last)}::date, interval '1 day') as at(moment)
  cross join lateral (select at.moment::date as day) as calendar
  cross join generate_series(9, ${8 + OPEN_HOURS}) as hour
  where a.park_id = ${parkId}`

/** Rows of a ride of one park after half a year, a year and three. */
async function passYears(db: Database): Promise<[number, number, number]> {
  const { $client: sql } = db
  const [park] = await sql<{ id: string }[]>`select id from parks order by id limit 1`
  if (!park) throw new Error('There is no park')
  const rows: number[] = []
  const began = 3 * 365
  for (let daysAgo = began; daysAgo > 0; daysAgo -= DAYS_KEPT) {
    await insertDays(db, daysAgo, Math.max(1, daysAgo - DAYS_KEPT + 1), park.id)
    await db.transaction((tx) => foldDaysBefore(tx, park.id, dayOf(daysAgo)))
    await deleteQuartersBefore(db, dayOf(daysAgo))
    const [count] = await sql<{ rows: number }[]>`
      select count(*)::float / ${RIDES} as rows from ride_hours where park_id = ${park.id}`
    rows.push(count?.rows ?? Number.NaN)
  }
  const after = (days: number) => rows[Math.min(rows.length - 1, Math.floor(days / DAYS_KEPT))] ?? Number.NaN
  await sql`truncate ride_hours`
  return [after(182), after(365), Math.max(...rows)]
}

/** What all parks have after a year: five quarters, the days that are kept, and breakdowns of 13 weeks. */
async function insertYear(db: Database): Promise<void> {
  const { $client: sql } = db
  const parks = await sql<{ id: string }[]>`select id from parks`
  for (const { id } of parks) {
    await insertDays(db, DAYS_KEPT, 1, id)
    await sql`
    insert into ride_hours (park_id, span, from_date, is_weekend, hour, ride_id, days, steps, watched_minutes, down_minutes, down_spells)
    select park_id, 'quarter', quarter, is_weekend, hour, ride_id, 60, steps, 3600, 60, '{"0": 3}'
    from (
      select distinct on (park_id, ride_id, hour, is_weekend) park_id, ride_id, hour, is_weekend, steps from ride_hours where park_id = ${id}
    ) as kept
    cross join (values ('2025-10-01'::date), ('2026-01-01'), ('2026-04-01'), ('2026-07-01'), ('2026-10-01')) as q(quarter)`
  }
  await sql`
    insert into ride_breakdowns (ride_id, starts_at, ends_at, came_back, wait_after_minutes, park_id, date)
    select a.id, at, at + interval '25 minutes', true, 20, a.park_id, at::date
    from attractions a
    cross join generate_series(${dayOf(90)}::timestamptz + interval '15 hours', ${dayOf(1)}::timestamptz + interval '15 hours',
      interval '2 days') as at`
  await sql`vacuum analyze ride_hours, ride_breakdowns`
}

/** The median of what one answer takes of a core of the service. */
async function cpuOfPages(db: Database): Promise<number> {
  const rides = await db.$client<{ id: string }[]>`select id from attractions order by id limit ${PAGES}`
  const deps = { db, now: () => NOW }
  const times: number[] = []
  for (const { id } of rides) {
    const before = process.cpuUsage()
    await showRideStatistics(deps, id)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  return median(times)
}
