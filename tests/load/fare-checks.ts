import { flights } from '@walkon/flights/app'
import { createDuffel } from '@walkon/flights/clients/duffel'
import { createFareSearch } from '@walkon/flights/use-cases/find-fares'
import { checkDueTrips } from '@walkon/flights/use-cases/check-trips'
import { createSearchTurns } from '@walkon/flights/use-cases/search-turns'
import { prepareDatabase } from '@walkon/local/database'
import type { Database } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { randomBytes } from 'node:crypto'
import { millisecondsOf, scaled } from './measures.ts'
import { atMost, figure, mustBe, type BenchResult } from './result.ts'
import { spawnServer } from './spawned-server.ts'

const TRIPS = 5_000
const ALERTS_A_TRIP = 20
const SCHEMA = 'flights'
/** Homes of trips, each with as many days of departure as are needed. */
const HOMES = ['BOS', 'JFK', 'ORD', 'ATL', 'DFW', 'DEN', 'SEA', 'LAX', 'SFO', 'PHL']
const ACCESS_TOKEN = 'duffel_test_sandbox'
const LIMITS = { burst: 1_000_000, refillPerMinute: 1_000_000, reserved: 0 }

/**
 * A day's checks of the fares that a hundred thousand alerts watch on five thousand distinct trips, against the stand-in of the provider in a
 * process of its own: one search for each trip, one mail for each alert whose price is met, and how much of a core and of memory they take.
 */
export async function benchFareChecks(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const trips = scaled(TRIPS, scale, 100)
  const { [SCHEMA]: url = '' } = await prepareDatabase(serverUrl, 'bench', [SCHEMA])
  await applyMigrations(url, SCHEMA, flights.migrationsFolder)
  const duffel = await spawnServer('duffel-server.ts')
  const { db, close } = connectPostgres({ url, schema: SCHEMA, poolSize: 10, applicationName: 'bench' })
  try {
    await insertTrips(db, trips)
    const [duffelUrl = ''] = duffel.addresses
    const taken = await checkAll(db, duffelUrl)
    return [...(await promisesOf(db, duffelUrl, trips)), ...toResults(taken, trips)]
  } finally {
    await close()
    duffel.stop()
  }
}

async function insertTrips({ $client: sql }: Database, trips: number): Promise<void> {
  await sql`
    insert into watched_trips (home_airport, destination_park, departure_date, airports, check_at)
    select (${HOMES}::text[])[1 + n % ${HOMES.length}], 'disney-world',
      current_date + 30 + (n / ${HOMES.length}) % 300, array['MCO'], now()
    from generate_series(0, ${Math.min(trips, HOMES.length * 300) - 1}::int) n`
  await sql`
    insert into watched_trips (home_airport, destination_park, departure_date, return_date, airports, check_at)
    select (${HOMES}::text[])[1 + n % ${HOMES.length}], 'disney-world',
      current_date + 30 + (n / ${HOMES.length}) % 300, current_date + 37 + (n / ${HOMES.length}) % 300, array['MCO'], now()
    from generate_series(0, ${trips - HOMES.length * 300 - 1}::int) n`
  await sql`
    insert into flight_alerts (trip_id, email, address_hash, home_airport, destination_park, airport, max_price,
      departure_date_start, departure_date_end, confirmed_at, created_at)
    select id, 'visitor-' || n || '@example.com', encode(sha256(('visitor-' || n || id)::bytea), 'hex'), home_airport,
      destination_park, 'MCO', 50 + n * 20, departure_date, departure_date, now(), now()
    from watched_trips cross join generate_series(1, ${ALERTS_A_TRIP}::int) n`
  await sql`vacuum analyze watched_trips, flight_alerts`
}

type Taken = { seconds: number; cpuSeconds: number; earlyMb: number; lateMb: number }

const now = () => new Date()

async function checkAll(db: Database, duffelUrl: string): Promise<Taken> {
  const log = createLog({ service: 'bench', level: 'warn' })
  const fares = createFareSearch({
    db,
    log,
    now,
    cache: createMemoryCache(),
    metrics: createMetrics('flights'),
    duffel: createDuffel({
      apiUrl: duffelUrl,
      accessToken: ACCESS_TOKEN,
      timeoutSeconds: 20,
      now,
      countDropped: (reason) => log.warn({ reason }, 'a fare was dropped'),
    }),
    turns: createSearchTurns(db, LIMITS),
    settings: {
      FLIGHT_SEARCHES_PER_DAY: 1_000_000,
      FARES_KEPT_SECONDS: 0,
      SEARCH_WAIT_SECONDS: 2,
      CHECK_WAIT_SECONDS: 90,
    },
  })
  const linkTokens = createSealedTokens('flights', [randomBytes(32)])
  const deps = { db, fares, leaseMs: 120_000, log, now, linkTokens }
  const before = process.cpuUsage()
  const sizes: number[] = []
  const ms = await millisecondsOf(async () => {
    while (await checkDueTrips(deps)) sizes.push(process.memoryUsage.rss() / 1024 / 1024)
  })
  const { user, system } = process.cpuUsage(before)
  const tenth = Math.ceil(sizes.length / 10)
  return {
    seconds: ms / 1_000,
    cpuSeconds: (user + system) / 1_000_000,
    earlyMb: Math.max(...sizes.slice(0, tenth)),
    lateMb: Math.max(...sizes.slice(-tenth)),
  }
}

async function promisesOf(
  { $client: sql }: Database,
  duffelUrl: string,
  trips: number,
): Promise<BenchResult[]> {
  const searches = (await (await fetch(`${duffelUrl}/sandbox/flight-searches`)).json()) as unknown[]
  const [counted] = await sql<{ met: number; told: number; mailed: number }[]>`
    select count(*) filter (where price.cents <= alert.max_price * 100)::int as met, count(alert.told_at)::int as told,
      (select count(*)::int from outbox) as mailed
    from flight_alerts alert join price_points price using (trip_id)`
  const { met = Number.NaN, told = Number.NaN, mailed = Number.NaN } = counted ?? {}
  return [
    mustBe('fare-searches-beyond-the-trips', searches.length - trips, 'searches', 0),
    mustBe('fare-mails-lost-or-doubled', Math.abs(met - told) + Math.abs(met - mailed), 'mails', 0),
    figure('fare-mails', mailed, 'mails'),
  ]
}

const toResults = ({ seconds, cpuSeconds, earlyMb, lateMb }: Taken, trips: number): BenchResult[] => [
  figure('fare-checks-of-a-day', seconds / 60, 'minutes'),
  figure('fare-check-cpu', (cpuSeconds * 1_000) / trips, 'ms of CPU a trip'),
  atMost('fare-checks-memory-late-to-early', lateMb / earlyMb, 'ratio', 1.25),
]
