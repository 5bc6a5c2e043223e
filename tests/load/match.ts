import { applyRecords } from '@walkon/messaging/inbox'
import { randomUUID } from 'node:crypto'
import { aPoll, createEvaluatorDatabase, insertWatchers, type EvaluatorDatabase } from './evaluator-bench.ts'
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
  await insertWatchers(sql, { parkId, rides: RIDES, watchers: watches, named: 'visitor' })
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
