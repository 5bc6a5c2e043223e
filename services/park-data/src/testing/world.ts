import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { createMemoryCache } from '@walkon/service/memory-cache'
import type { Cache } from '@walkon/service/cache'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import type { Database } from '@walkon/service/database'
import { createTestDatabase, type TestDatabase } from '@walkon/testing/database'
import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { parkData } from '../app.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { startFeedServer } from './feed-server.ts'
import { lakeResort, NOON, type Resort } from './sample-feed.ts'

type Published = { type: string; id: string; data: Record<string, unknown> }

type WorldOptions = { cache?: Cache; resort?: Resort; now?: Date }

/**
 * The service as a process builds it, beside a feed of its own, with a clock that stands still and jobs that run
 * when they are told to. Its catalogue is already read, and its waits once, at noon.
 */
export async function createWorld(database: TestDatabase, options: WorldOptions = {}) {
  const { cache, resort = lakeResort(), now = NOON } = options
  const { db } = database
  await empty(db)
  const feed = await startFeedServer()
  feed.destinations.push(resort)
  const clock = { now }
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    { service: 'park-data', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const metrics = createMetrics('park-data')
  const environment = {
    DATABASE_URL: database.url,
    PARK_FEED_URL: feed.url,
    AUTH_ISSUER: 'https://walkon.example/auth/v1',
  }
  const service = parkData.configure(environment).build({
    db,
    cache: cache ?? createMemoryCache(() => clock.now.getTime()),
    log,
    metrics,
    now: () => clock.now,
    isAlive: () => {},
  })
  const { app, jobs, handlers, parts = [] } = service
  const part = (name: string) => named(parts, name)
  const run = async (name: string) => {
    await named(jobs, name).run(new AbortController().signal)
    await part('polls').stop()
  }
  for (const { start } of parts) await start?.()
  await run('sync-catalogue')

  /** The events since the last look, in order. */
  async function takeEvents(...types: string[]): Promise<Published[]> {
    const rows = await db.execute<{ type: string; event_id: string; value: Buffer }>(sql`
      with taken as (delete from outbox returning *)
      select headers ->> 'ce_type' as type, event_id, value from taken order by position`)
    return rows
      .map((row) => ({ type: row.type, id: row.event_id, data: JSON.parse(row.value.toString()) }))
      .filter(({ type }) => types.length === 0 || types.includes(type))
  }

  return {
    db,
    feed,
    resort,
    app,
    handlers,
    metrics,
    /** Warnings and errors of the log since the last look. */
    takeWarnings: () => lines.splice(0).filter(({ level }) => Number(level) >= 40),
    run,
    clock,
    /** Lets time pass, then reads what is due. */
    pollAfter: async (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
      await run('poll-feed')
    },
    /** What a restart of the process does to polling: the role is taken anew and nothing is remembered. */
    restartPolling: async () => {
      await db.execute(sql`
        select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and granted and datname = current_database()`)
      const isNextTerm = async () => {
        const [row] = await db.execute<{ term: string }>(sql`select term from poller`)
        expect(row?.term).toBe('2')
      }
      await vi.waitFor(isNextTerm, { timeout: 5_000 })
    },
    takeEvents,
    /** The polls of parks that were published since the last look. */
    takePolls: async () => {
      const events = await takeEvents('WaitTimeObserved')
      return events.map(({ data }) => waitTimeObserved.data.parse(data))
    },
    close: async () => {
      await app.close()
      for (const { stop } of parts.toReversed()) await stop()
      await feed.close()
    },
  }
}

function named<Thing extends { name: string }>(things: Thing[], name: string): Thing {
  const thing = things.find((candidate) => candidate.name === name)
  if (!thing) throw new Error(`There is no ${name}`)
  return thing
}

/** One a file; every world begins with it empty. */
export const createParkDatabase = () => createTestDatabase('park_data', migrationsFolder)

async function empty(db: Database): Promise<void> {
  const tables = await db.execute<{ name: string; isPartition: boolean }>(sql`
    select relname as name, relispartition as "isPartition" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname <> 'schema_migrations'`)
  for (const { name, isPartition } of tables) {
    const table = sql.identifier(name)
    await db.execute(isPartition ? sql`drop table ${table}` : sql`delete from ${table}`)
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>
