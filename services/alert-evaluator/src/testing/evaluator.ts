import { alertTriggered } from '@walkon/contracts/events/alerts'
import { passActivated, passRevoked } from '@walkon/contracts/events/billing'
import type { EventDefinition, EventOf } from '@walkon/contracts/event'
import { parkCatalogChanged, rideStatusChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { readCloudEvent, readData, type CloudEvent } from '@walkon/messaging/cloud-event'
import { applyRecords, type Handler } from '@walkon/messaging/inbox'
import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { anEvent, aRecord } from '@walkon/testing/events'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { alertEvaluator } from '../app.ts'
import { migrationsFolder } from '../db/migrations.ts'

export const AUTH_ISSUER = 'https://walkon.example/auth/v1'
export const TOKEN_KEY = Buffer.alloc(32, 7).toString('base64url')

export const at = (minutesFromNow: number) => new Date(Date.now() + minutesFromNow * 60_000).toISOString()

type DataOf<Definition extends EventDefinition> = z.input<Definition['data']>

/** An evaluator on a database of its own, and what a test needs to talk to it. */
export async function createTestEvaluator(env: Record<string, string> = {}) {
  const { db, url, drop } = await createTestDatabase(alertEvaluator.schema, migrationsFolder)

  /** Another evaluator on the same database: another process, with a cache of its own unless it is given one. */
  function build(cache: Cache = createMemoryCache()) {
    const metrics = createMetrics('test')
    const service = alertEvaluator
      .configure({ DATABASE_URL: url, TOKEN_KEYS: TOKEN_KEY, AUTH_ISSUER, ...env })
      .build({
        db,
        cache,
        log: createLog({ service: 'test', level: 'silent' }),
        metrics,
        now: () => new Date(),
        isAlive: () => {},
      })
    return { ...service, cache, metrics }
  }
  const evaluator = build()

  /** Applies events as one batch of the log. */
  const hear = (events: Heard[], handlers: Handler[] = evaluator.handlers) =>
    applyRecords(
      db,
      handlers,
      events.map(({ event, definition }) => aRecord(event, definition)),
    )

  async function published<Definition extends EventDefinition>(definition: Definition) {
    const rows = await db.execute<{ value: Buffer }>(sql`
      select value from outbox where headers->>'ce_type' = ${definition.type} order by position`)
    return rows.map(
      ({ value }) => definition.data.parse(JSON.parse(value.toString())) as z.output<Definition['data']>,
    )
  }

  /** Every event in the outbox, with its key, as a reader finds it. */
  async function outboxEvents() {
    const rows = await db.execute<{ key: string; value: Buffer; headers: Record<string, string> }>(
      sql`select key, value, headers from outbox order by position`,
    )
    return rows.map(({ key, ...record }) => ({ key, ...readCloudEvent(record) }))
  }

  const clear = () =>
    db.execute(
      sql`truncate inbox, outbox, alerts, watches, pass_windows, passes, subscriptions, attractions, parks`,
    )

  return {
    db,
    ...evaluator,
    build,
    hear,
    passTime: (minutes: number) => passTime(db, minutes),
    outboxEvents,
    clear,
    triggered: () => published(alertTriggered),
    published,
    close: async () => {
      await evaluator.app.close()
      await drop()
    },
  }
}

/** Lets time go by, for the database, by moving everything it remembers into the past. */
async function passTime(db: Database, minutes: number): Promise<void> {
  const ago = sql`make_interval(secs => ${minutes * 60})`
  await db.execute(
    sql`update subscriptions set opens_at = opens_at - ${ago}, open_until = open_until - ${ago}`,
  )
  await db.execute(sql`update watches set cooldown_until = cooldown_until - ${ago},
    next_alert_at = next_alert_at - ${ago}, open_until = open_until - ${ago}`)
  await db.execute(sql`update passes set ends_at = ends_at - ${ago}`)
  await db.execute(sql`update pass_windows set starts_at = starts_at - ${ago}, ends_at = ends_at - ${ago}`)
  await db.execute(
    sql`update alerts set triggered_at = triggered_at - ${ago}, republished_at = republished_at - ${ago}`,
  )
  await db.execute(sql`update outbox set published_at = published_at - ${ago}`)
}

/** An AlertTriggered, checked against its contract. */
export const readable = (event: CloudEvent & { key: string }) => ({
  ...readData(alertTriggered, event),
  key: event.key,
})

export type Heard = { event: EventOf<EventDefinition>; definition: EventDefinition }

/** A fact as some service has published it. */
export const heard = <Definition extends EventDefinition>(
  definition: Definition,
  data: DataOf<Definition>,
): Heard => ({
  definition,
  event: anEvent(definition, data) as EventOf<EventDefinition>,
})

export function aPark(rides = 1) {
  const parkId = randomUUID()
  return {
    parkId,
    name: 'Kingdom of Tests',
    destinationId: randomUUID(),
    destinationName: 'Test World',
    timezone: 'America/New_York',
    retired: false,
    attractions: Array.from({ length: rides }, (_, index) => ({
      rideId: randomUUID(),
      name: `Ride ${index + 1}`,
      retired: false,
    })),
  }
}
export type TestPark = ReturnType<typeof aPark>

export const catalogOf = (park: TestPark) => heard(parkCatalogChanged, park)

export type NewPass = Partial<DataOf<typeof passActivated>>

/** An e-mail pass that is open now. */
export function aPass(park: TestPark, pass: NewPass = {}) {
  const email = pass.email ?? `${randomUUID()}@example.com`
  return heard(passActivated, {
    passId: randomUUID(),
    email,
    recipient: { channel: 'email', address: email },
    parkId: park.parkId,
    parkName: park.name,
    windows: [{ date: '2026-07-01', startsAt: at(-60), endsAt: at(23 * 60) }],
    paid: false,
    ...pass,
  })
}

export const passIdOf = (pass: Heard) => String(pass.event.data['passId'])

/** Billing has erased whoever had the pass. */
export const erasureOf = (pass: Heard) => heard(passRevoked, { passId: passIdOf(pass), reason: 'erased' })

export type NewReading = Partial<DataOf<typeof waitTimeObserved>>

/** A trusted reading of an open ride of an open park, just now. */
export const aReading = (
  park: TestPark,
  waitMinutes: number | null,
  { ride = 0, ...reading }: NewReading & { ride?: number } = {},
) =>
  heard(waitTimeObserved, {
    observationId: randomUUID(),
    parkId: park.parkId,
    rideId: park.attractions[ride]?.rideId ?? randomUUID(),
    rideName: park.attractions[ride]?.name ?? 'A ride nobody knows',
    status: 'OPERATING',
    waitMinutes,
    observedAt: at(0),
    changedAt: at(-2),
    parkOpen: true,
    trusted: true,
    ...reading,
  })

export const aReopening = (park: TestPark, change: Partial<DataOf<typeof rideStatusChanged>> = {}) =>
  heard(rideStatusChanged, {
    observationId: randomUUID(),
    parkId: park.parkId,
    rideId: park.attractions[0]?.rideId ?? randomUUID(),
    rideName: 'Ride 1',
    from: 'DOWN',
    to: 'OPERATING',
    waitMinutes: 40,
    observedAt: at(0),
    parkOpen: true,
    trusted: true,
    ...change,
  })
