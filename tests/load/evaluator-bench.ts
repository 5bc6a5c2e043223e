import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { LogRecord } from '@walkon/messaging/event-log'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { anEvent, aRecord } from '@walkon/testing/events'
import postgres from 'postgres'

/** An evaluator on a database of its own, as the local run has it. */
export async function createEvaluatorDatabase(serverUrl: string, name: string) {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} })
  await admin`drop database if exists ${admin(name)} with (force)`
  await admin`create database ${admin(name)}`
  const url = Object.assign(new URL(serverUrl), { pathname: name }).href
  const { schema, migrationsFolder } = alertEvaluator
  await applyMigrations(url, schema, migrationsFolder)
  const { db, close } = connectPostgres({ url, schema, poolSize: 2, applicationName: 'bench' })
  // Not the evaluator's own client: drizzle replaces its parsers of dates and JSON.
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { search_path: schema } })

  const environment = {
    DATABASE_URL: url,
    TOKEN_KEYS: Buffer.alloc(32).toString('base64url'),
    AUTH_ISSUER: 'http://walkon.example/auth/v1',
  }
  return {
    db,
    sql,
    /** A new cache each time: a filled one would change the next round. */
    createHandlers: () =>
      alertEvaluator.configure(environment).build({
        db,
        cache: createMemoryCache(),
        log: createLog({ service: 'bench', level: 'silent' }),
        metrics: createMetrics('bench'),
        now: () => new Date(),
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

/** One poll of a park: every ride open, at this wait. */
export const aPoll = (parkId: string, rideIds: string[], waitMinutes: number): LogRecord => {
  const observedAt = new Date().toISOString()
  const rides = rideIds.map((rideId, index) => ({
    rideId,
    name: `Ride ${index}`,
    status: 'OPERATING' as const,
    waitMinutes,
    changedAt: observedAt,
    usualMinutes: null,
  }))
  const event = anEvent(waitTimeObserved, { parkId, observedAt, parkOpen: true, trusted: true, rides })
  return aRecord(event, waitTimeObserved)
}
