import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { Cache } from '@walkon/service/cache'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createTestDatabase, type TestDatabase } from '@walkon/testing/database'
import { createTestService, type TestService } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { parkData } from '../app.ts'
import { migrationsFolder } from '../db/migrations.ts'
import { leaderTerms, outbox } from '../db/schema.ts'
import { startFeedServer } from './feed-server.ts'
import { lakeResort, NOON, type Resort } from './sample-feed.ts'

type Published = { type: string; id: string; data: Record<string, unknown> }

type WorldOptions = { cache?: Cache; resort?: Resort; now?: Date }

/**
 * The service as a process builds it, with a feed of its own. Only tests move its clock and run its jobs. Its catalogue is read, and its
 * waits once, at noon.
 */
export async function createWorld(database: TestDatabase, options: WorldOptions = {}) {
  const { resort = lakeResort(), now = NOON } = options
  const clock = { now }
  const { cache = createMemoryCache(() => clock.now.getTime()) } = options
  await dropPartitions(database)
  const feed = await startFeedServer()
  feed.destinations.push(resort)
  const lines: Record<string, unknown>[] = []
  const log = createLog(
    { service: 'park-data', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const env = { PARK_FEED_URL: feed.url }
  const service = await createTestService(parkData, { env, database, cache, log, now: () => clock.now })
  await service.clear()
  const { db, parts = [] } = service
  const run = async (job: string) => {
    await service.runJob(job)
    await parts.find(({ name }) => name === 'polls')?.stop()
  }
  for (const { start } of parts) await start?.()
  await run('sync-catalogue')

  const takeEvents = (...types: string[]) => takeOutbox(service, types)

  return {
    ...service,
    feed,
    resort,
    /** Warnings and errors of the log since the last look. */
    takeWarnings: () => lines.splice(0).filter(({ level }) => Number(level) >= 40),
    run,
    clock,
    /** Moves the clock, then polls the due destinations. */
    pollAfter: async (minutes: number) => {
      clock.now = new Date(clock.now.getTime() + minutes * 60_000)
      await run('poll-feed')
    },
    /** Restarts polling as a new process would: with a new term and no memory. */
    restartPolling: async () => {
      const leader = parts.find(({ name }) => name === 'leader poller')
      await leader?.stop()
      await leader?.start?.()
      const [row] = await db.select().from(leaderTerms)
      expect(row?.term).toBe(2)
    },
    /** The events since the last look, in order. */
    takeEvents,
    /** The polls of parks that were published since the last look. */
    takePolls: async () => {
      const events = await takeEvents('WaitTimeObserved')
      return events.map(({ data }) => waitTimeObserved.data.parse(data))
    },
    close: async () => {
      await service.close()
      for (const { stop } of parts.toReversed()) await stop()
      await feed.close()
    },
  }
}

async function takeOutbox({ db, outboxEvents }: TestService, types: string[]): Promise<Published[]> {
  const events = await outboxEvents()
  await db.delete(outbox)
  return events
    .map(({ type, id, data }) => ({ type, id, data: data as Published['data'] }))
    .filter(({ type }) => types.length === 0 || types.includes(type))
}

/** One database for each file; each world begins with empty tables. */
export const createParkDatabase = () => createTestDatabase(parkData.schema, migrationsFolder)

/** The service makes them again. */
async function dropPartitions({ db }: TestDatabase): Promise<void> {
  const partitions = await db.execute<{ name: string }>(sql`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'observations'::regclass`)
  for (const { name } of partitions) await db.execute(sql`drop table ${sql.identifier(name)}`)
}

export type World = Awaited<ReturnType<typeof createWorld>>
