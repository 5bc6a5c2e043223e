import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { LogRecord } from '@walkon/messaging/event-log'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { anEvent, aRecord } from '@walkon/testing/events'
import postgres, { type Sql } from 'postgres'

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
        eventLog: { read: async () => {} },
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

type Watchers = {
  parkId: string
  rides: number
  watchers: number
  named: string
  /** By email where nothing else is said; a text goes to a number of the visitor's own. */
  channel?: 'email' | 'sms'
}

/** A park with visitors of a pass each, each of whom watches one of its rides. Their addresses begin with the name. */
export async function insertWatchers(sql: Sql, given: Watchers): Promise<void> {
  const { parkId, rides, watchers, named, channel = 'email' } = given
  await sql`insert into parks values (${parkId}, 'Magic Kingdom Park', 'America/New_York')`
  await sql`
    insert into attractions (id, park_id, name, retired)
    select gen_random_uuid(), ${parkId}, 'Ride ' || n, false from generate_series(1, ${rides}) n`
  await sql`
    insert into subscriptions (email, park_id, opens_at, open_until)
    select ${named} || '-' || n || '@example.com', ${parkId}, now() - interval '1 hour', now() + interval '1 day'
    from generate_series(1, ${watchers}) n`
  await sql`
    insert into passes (id, subscription_id, email, channel, address, ends_at)
    select gen_random_uuid(), id, email, ${channel},
      case ${channel} when 'sms' then '+1407' || 2000000 + row_number() over () else email end, open_until
    from subscriptions where park_id = ${parkId}`
  await sql`
    insert into pass_windows (pass_id, date, starts_at, ends_at)
    select p.id, current_date, now() - interval '1 hour', p.ends_at
    from passes p join subscriptions s on s.id = p.subscription_id where s.park_id = ${parkId}`
  await sql`
    insert into watches (subscription_id, ride_id, threshold_minutes, next_alert_at, open_until)
    select s.id, a.id, 15, s.opens_at, s.open_until
    from (select *, row_number() over () % ${rides} as slot from subscriptions where park_id = ${parkId}) s
    join (select *, row_number() over () % ${rides} as slot from attractions where park_id = ${parkId}) a using (slot)`
}

/** One poll of a park: every ride open, at this wait. */
export function readingsOf(parkId: string, rideIds: string[], waitMinutes: number) {
  const observedAt = new Date().toISOString()
  const rides = rideIds.map((rideId, index) => ({
    rideId,
    name: `Ride ${index}`,
    status: 'OPERATING' as const,
    waitMinutes,
    changedAt: observedAt,
    usualMinutes: null,
  }))
  return { parkId, observedAt, parkOpen: true, trusted: true, rides }
}

/** The same as a record of the log. */
export const aPoll = (...poll: Parameters<typeof readingsOf>): LogRecord =>
  aRecord(anEvent(waitTimeObserved, readingsOf(...poll)), waitTimeObserved)
