import { applyRecords } from '@walkon/messaging/inbox'
import { randomUUID } from 'node:crypto'
import { aPoll, createEvaluatorDatabase, type EvaluatorDatabase } from './evaluator-bench.ts'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atLeast, figure, type BenchResult } from './result.ts'

const WATCHES = 100_000
const RIDES = 50
const ROUNDS = 3
const BATCH = 1_000
const GOAL = 0.7

/** What a round writes: the claimed watches, the alerts, the events. */
const TABLES = ['watches', 'alerts', 'outbox'] as const

/**
 * Match, claim, alert and outbox for watches that are all eligible at once, each of a subscription of its own (the most
 * messages there can be), against inserting the very same rows in batches into tables of the same shape.
 */
export async function benchMatch(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const watches = scaled(WATCHES, scale, 1_000)
  const database = await createEvaluatorDatabase(serverUrl, 'bench_match')
  try {
    const ours: number[] = []
    const bare: number[] = []
    for (let turn = 0; turn < scaled(ROUNDS, scale, 1); turn++) {
      const poll = await populate(database, watches)
      const handlers = database.createHandlers()
      ours.push(await millisecondsOf(() => applyRecords(database.db, handlers, [poll])))
      bare.push(await insertSameRows(database, watches))
    }
    return toResults(watches, median(ours), median(bare))
  } finally {
    await database.drop()
  }
}

/** Of the milliseconds that each took. */
function toResults(watches: number, ours: number, bare: number): BenchResult[] {
  const perSecond = (milliseconds: number) => (watches / milliseconds) * 1_000
  return [
    atLeast('match-speed-to-bare-inserts', bare / ours, 'ratio', GOAL),
    figure('match', perSecond(ours), 'alerts/s'),
    figure('match-bare-inserts', perSecond(bare), 'alerts/s'),
  ]
}

/** Watches that may all alert, and the poll that makes them. */
async function populate({ sql }: EvaluatorDatabase, watches: number) {
  const parkId = randomUUID()
  await sql`truncate inbox, outbox, alerts, watches, pass_windows, passes, subscriptions, attractions, parks`
  await sql`insert into parks values (${parkId}, 'Magic Kingdom Park', 'America/New_York')`
  await sql`
    insert into attractions (id, park_id, name, retired)
    select gen_random_uuid(), ${parkId}, 'Ride ' || n, false from generate_series(1, ${RIDES}) n`
  await sql`
    insert into subscriptions (email, park_id, opens_at, open_until)
    select 'visitor-' || n || '@example.com', ${parkId}, now() - interval '1 hour', now() + interval '1 day'
    from generate_series(1, ${watches}) n`
  await sql`
    insert into passes (id, subscription_id, email, channel, address, ends_at)
    select gen_random_uuid(), id, email, 'email', email, open_until from subscriptions`
  await sql`
    insert into pass_windows (pass_id, date, starts_at, ends_at)
    select id, current_date, now() - interval '1 hour', ends_at from passes`
  await sql`
    insert into watches (subscription_id, ride_id, threshold_minutes, next_alert_at, open_until)
    select s.id, a.id, 15, s.opens_at, s.open_until
    from (select *, row_number() over () % ${RIDES} as slot from subscriptions) s
    join (select *, row_number() over () % ${RIDES} as slot from attractions) a using (slot)`
  await sql`vacuum analyze`
  await sql`checkpoint`
  const rides = await sql<{ id: string }[]>`select id from attractions`
  return aPoll(
    parkId,
    rides.map(({ id }) => id),
    10,
  )
}

/** Milliseconds to write the rows of the round into empty tables of the same columns, defaults and indexes. */
async function insertSameRows({ sql }: EvaluatorDatabase, watches: number): Promise<number> {
  const rows = new Map<string, readonly object[]>()
  for (const table of TABLES) {
    await sql`drop table if exists ${sql(`bare_${table}`)}`
    await sql`create table ${sql(`bare_${table}`)} (like ${sql(table)} including all)`
    const columns = table === 'outbox' ? sql`event_id, topic, key, value, headers, created_at` : sql`*`
    rows.set(table, await sql`select ${columns} from ${sql(table)}`)
  }
  for (const [table, written] of rows) {
    if (written.length !== watches)
      throw new Error(`${written.length} rows in ${table}: the round was not a full one`)
  }
  await sql`checkpoint`
  return millisecondsOf(() =>
    sql.begin(async (tx) => {
      for (const [table, written] of rows) {
        for (let start = 0; start < written.length; start += BATCH) {
          await tx`insert into ${tx(`bare_${table}`)} ${tx(written.slice(start, start + BATCH))}`
        }
      }
    }),
  )
}
