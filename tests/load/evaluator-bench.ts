import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { LogRecord } from '@walkon/messaging/event-log'
import { startPostgresServer } from '@walkon/postgres/server'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { anEvent, aRecord } from '@walkon/testing/events'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { BenchResult } from './result.ts'

/** An evaluator on a database of its own, as the local run has it. */
export async function createEvaluatorDatabase(serverUrl: string, name: string) {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`drop database if exists ${admin(name)} with (force)`
  await admin`create database ${admin(name)}`
  const url = Object.assign(new URL(serverUrl), { pathname: name }).href
  const { schema, migrationsFolder } = alertEvaluator
  await applyMigrations(url, schema, migrationsFolder)
  const { db, close } = connectPostgres({ url, schema, poolSize: 2, applicationName: 'bench' })
  // Not the evaluator's own client: drizzle takes away its ways with dates and JSON.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: schema } })

  const environment = {
    DATABASE_URL: url,
    TOKEN_KEYS: Buffer.alloc(32).toString('base64url'),
    AUTH_ISSUER: 'http://walkon.example/auth/v1',
  }
  return {
    db,
    sql,
    /** A new one each time, because a cache that remembers would make the next round another. */
    createHandlers: () =>
      alertEvaluator.configure(environment).build({
        db,
        cache: createMemoryCache(),
        log: createLog({ service: 'bench', level: 'silent' }),
        metrics: createMetrics('bench'),
        now: () => new Date(),
        isAlive: () => {},
      }).handlers,
    drop: async () => {
      await close()
      await sql.end()
      await admin`drop database ${admin(name)} with (force)`
      await admin.end()
    },
  }
}

export type EvaluatorDatabase = Awaited<ReturnType<typeof createEvaluatorDatabase>>

/** The readings of one poll: every ride, open and trusted, at this wait. */
export const aPoll = (parkId: string, rideIds: string[], waitMinutes: number): LogRecord[] =>
  rideIds.map((rideId, index) =>
    aRecord(
      anEvent(waitTimeObserved, {
        observationId: randomUUID(),
        parkId,
        rideId,
        rideName: `Ride ${index}`,
        status: 'OPERATING',
        waitMinutes,
        observedAt: new Date().toISOString(),
        changedAt: new Date().toISOString(),
        parkOpen: true,
        trusted: true,
      }),
      waitTimeObserved,
    ),
  )

export async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Runs one benchmark by itself, on a PostgreSQL with the settings of the local run. */
export async function runAlone(bench: (serverUrl: string) => Promise<BenchResult[]>): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'walkon-bench-'))
  await chmod(place, 0o755)
  const server = await startPostgresServer({
    folder: join(place, 'postgres'),
    password: 'postgres',
    settings: { shared_buffers: '48MB', max_connections: 60, max_wal_size: '256MB', jit: 'off' },
  })
  try {
    console.table(await bench(server.url))
  } finally {
    await server.stop()
    await rm(place, { recursive: true, force: true })
    await rm(server.folder, { recursive: true, force: true })
  }
}
