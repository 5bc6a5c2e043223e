import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { passActivated } from '@walkon/contracts/events/billing'
import { parkCatalogChanged, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { prepareDatabase } from '@walkon/local/database'
import { emit } from '@walkon/messaging/outbox'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { publishOutbox } from '@walkon/messaging/relay'
import { createServiceParts, createWokenLoop, type Service } from '@walkon/messaging/service'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { freePort, startPostgresServer } from '@walkon/postgres-server/server'
import { createSandbox } from '@walkon/sandbox/app'
import { loadSettings } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import { startParts, type Part } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { atLeast, atMost, type BenchResult } from './result.ts'

const PARKS = 20
const RIDES_PER_PARK = 50
const SECONDS = 30
/** Of the thousand rides, this many become short each second; each is watched by one visitor. */
const ALERTS_PER_SECOND = 30

type Ride = { parkId: string; rideId: string; name: string }

/**
 * From the instant of an observation to the provider's acceptance of the mail, at 1,000 observations a second:
 * park-data's outbox, the log, the match, the outbox, the log, the delivery and the call, as in the local run.
 */
export async function benchLatency(): Promise<BenchResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'walkon-latency-'))
  await chmod(folder, 0o755)
  const server = await startPostgresServer({ folder: join(folder, 'postgres'), password: 'bench' })
  try {
    const { parkDataDb, sandboxUrl, stop } = await startPipeline(server.url, folder)
    try {
      const rides = await watchRides(parkDataDb)
      const observedAt = await observe(parkDataDb, rides)
      return summarise(observedAt, await acceptedMails(sandboxUrl, observedAt.size))
    } finally {
      await stop()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function startPipeline(serverUrl: string, folder: string) {
  const services = [alertEvaluator, notifier] as unknown as Service[]
  const urls = await prepareDatabase(serverUrl, 'bench', [
    'event_log',
    'park_data',
    ...services.map(({ schema }) => schema),
  ])
  const urlOf = (schema: string) => urls[schema] ?? ''
  const log = createLog({ service: 'bench', level: 'warn' })
  const token = randomUUID()
  const sandboxPort = await freePort()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandbox = createSandbox({
    dataDir: join(folder, 'sandbox'),
    seed: 'bench',
    now: () => new Date(),
    host: '127.0.0.1',
    port: sandboxPort,
    postmarkServerToken: token,
  })
  const events = createPostgresLog({ url: urlOf('event_log'), log })
  const cache = createMemoryCache()

  await applyMigrations(urlOf('park_data'), 'park_data', parkData.migrationsFolder)
  const publisher = connectPostgres({
    url: urlOf('park_data'),
    schema: 'park_data',
    poolSize: 3,
    applicationName: 'bench',
  })
  const parts: Part[] = [
    { name: 'sandbox', start: sandbox.start, stop: sandbox.stop },
    { name: 'event-log', start: events.start, stop: events.close },
    { name: 'publisher', stop: publisher.close },
    createWokenLoop('park_data', publishOutbox(publisher.db, events.eventLog, log), publisher.db, log),
  ]
  for (const service of services) {
    await applyMigrations(urlOf(service.schema), service.schema, service.migrationsFolder)
    const settings = loadSettings(service.settings, {
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: urlOf(service.schema),
      TOKEN_KEYS: randomBytes(32).toString('base64url'),
      PUBLIC_URL: 'http://localhost:8080',
      MAIL_FROM: 'Walkon <alerts@walkon.example>',
      POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
      POSTMARK_API_URL: `${sandboxUrl}/postmark`,
      POSTMARK_SERVER_TOKEN: token,
      POSTMARK_WEBHOOK_USER: 'postmark',
      POSTMARK_WEBHOOK_PASSWORD: 'bench',
    })
    const postgres = connectPostgres({
      url: settings.DATABASE_URL,
      schema: service.schema,
      poolSize: 10,
      applicationName: service.name,
    })
    parts.push({ name: 'database', stop: postgres.close })
    parts.push(
      ...createServiceParts(service, {
        settings,
        db: postgres.db,
        cache,
        eventLog: events.eventLog,
        log,
        metrics: createMetrics(service.name),
        now: () => new Date(),
        onFatal: (error) => {
          throw error
        },
      }).parts,
    )
  }
  return { parkDataDb: publisher.db, sandboxUrl, stop: await startParts(parts, log) }
}

/** Every ride has one visitor who watches it: a park a visitor, all its rides, one of which will fall. */
async function watchRides(db: Database): Promise<Ride[]> {
  const rides: Ride[] = []
  for (let park = 0; park < PARKS; park++) {
    const parkId = randomUUID()
    const attractions = Array.from({ length: RIDES_PER_PARK }, (_, index) => ({
      rideId: randomUUID(),
      name: `Ride ${park}-${index}-`,
      retired: false,
    }))
    rides.push(...attractions.map(({ rideId, name }) => ({ parkId, rideId, name })))
    await db.transaction(async (tx) => {
      await emit(tx, 'park-data', parkCatalogChanged, [
        {
          data: {
            parkId,
            name: `Park ${park}`,
            destinationId: randomUUID(),
            destinationName: 'Bench',
            timezone: 'America/New_York',
            retired: false,
            attractions,
          },
        },
      ])
      const now = Date.now()
      await emit(tx, 'billing', passActivated, [
        {
          data: {
            passId: randomUUID(),
            email: `park-${park}@bench.example`,
            recipient: { channel: 'email', address: `park-${park}@bench.example` },
            parkId,
            parkName: `Park ${park}`,
            windows: [
              {
                date: new Date(now).toISOString().slice(0, 10),
                startsAt: new Date(now - 60_000).toISOString(),
                endsAt: new Date(now + 86_400_000).toISOString(),
              },
            ],
            paid: false,
          },
        },
      ])
    })
  }
  // The passes are applied long before the first fall: the readings of the first seconds are all long.
  return rides
}

/** A thousand readings a second for half a minute, as ten polls of a hundred rides; returns when each ride that fell was read. */
async function observe(db: Database, rides: Ride[]): Promise<Map<string, number>> {
  const WARM_UP_SECONDS = 5
  const fell = new Map<string, number>()
  const falling = rides.toSorted((a, b) => a.rideId.localeCompare(b.rideId))
  const startedAt = Date.now()
  for (let tick = 0; tick < (WARM_UP_SECONDS + SECONDS) * 10; tick++) {
    const dueAt = startedAt + tick * 100
    await after(Math.max(0, dueAt - Date.now()))
    const now = Date.now()
    const second = Math.floor(tick / 10)
    const batch = rides.slice((tick % 10) * 100, (tick % 10) * 100 + 100)
    const shortNow =
      second < WARM_UP_SECONDS
        ? new Set<string>()
        : new Set(
            falling.slice(0, (second - WARM_UP_SECONDS + 1) * ALERTS_PER_SECOND).map(({ rideId }) => rideId),
          )
    await db.transaction((tx) =>
      emit(
        tx,
        'park-data',
        waitTimeObserved,
        batch.map(({ parkId, rideId, name }) => {
          const isShort = shortNow.has(rideId)
          if (isShort && !fell.has(name)) fell.set(name, now)
          return {
            data: {
              observationId: randomUUID(),
              parkId,
              rideId,
              rideName: name,
              status: 'OPERATING' as const,
              waitMinutes: isShort ? 10 : 60,
              observedAt: new Date(now).toISOString(),
              changedAt: new Date(now).toISOString(),
              parkOpen: true,
              trusted: true,
            },
          }
        }),
      ),
    )
  }
  return fell
}

const message = z.object({ text: z.string(), sentAt: z.string() })

/** When the mail that names each ride was accepted. */
async function acceptedMails(sandboxUrl: string, wanted: number): Promise<Map<string, number[]>> {
  const giveUpAt = Date.now() + 30_000
  for (;;) {
    const response = await fetch(`${sandboxUrl}/sandbox/messages?channel=email`)
    const accepted = new Map<string, number[]>()
    for (const { text, sentAt } of z.array(message).parse(await response.json())) {
      const names = new Set(text.match(/Ride \d+-\d+-/g) ?? [])
      for (const name of names) accepted.set(name, [...(accepted.get(name) ?? []), Date.parse(sentAt)])
    }
    if (accepted.size >= wanted || Date.now() > giveUpAt) return accepted
    await after(250)
  }
}

function summarise(observedAt: Map<string, number>, acceptedAt: Map<string, number[]>): BenchResult[] {
  const delays: number[] = []
  let lost = 0
  let doubled = 0
  for (const [name, at] of observedAt) {
    const times = acceptedAt.get(name) ?? []
    if (times.length === 0) lost++
    if (times.length > 1) doubled++
    if (times[0] !== undefined) delays.push(Math.min(...times) - at)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY
  return [
    atMost('observation to accepted by Postmark, p99 at 1,000 observations a second', p99, 'ms', 1_000),
    atLeast('alerts in that run', observedAt.size, 'alerts', SECONDS * ALERTS_PER_SECOND),
    atMost('alerts lost in that run', lost, 'alerts', 0),
    atMost('alerts doubled in that run', doubled, 'alerts', 0),
  ]
}
