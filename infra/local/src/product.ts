import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { billing } from '@walkon/billing/app'
import { seedPromoCodes } from '@walkon/billing/use-cases/seed-promo-codes'
import { destinationList } from '@walkon/contracts/http/parks'
import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings } from '@walkon/gateway/config'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { createRunningParts } from '@walkon/runtime/running-parts'
import type { Service } from '@walkon/runtime/service'
import { identity } from '@walkon/identity/app'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { freePort, startPostgresServer } from '@walkon/postgres/server'
import { createSandbox } from '@walkon/sandbox/app'
import { readConfig as readSandboxConfig } from '@walkon/sandbox/config'
import { loadSettings, type Environment } from '@walkon/service/config'
import { startParts, type Part } from '@walkon/service/lifecycle'
import { createLog, type Log } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import type { DestinationStream } from 'pino'
import { prepareDatabase } from './database.ts'
import { writeDatabaseUrls } from './database-urls.ts'
import {
  SERVICE_NAMES,
  toGatewayEnvironment,
  toSandboxEnvironment,
  toServiceEnvironments,
} from './environments.ts'
import { readOrMakeSecrets } from './secrets.ts'
import type { LocalSettings } from './settings.ts'
import { WEB_ROOT } from './web-build.ts'

const EVENT_LOG_SCHEMA = 'event_log'

const services = [identity, parkData, alertEvaluator, billing, notifier]

/** What a laptop can spare: the defaults of PostgreSQL are for a machine of its own. */
const POSTGRES_SETTINGS = { shared_buffers: '48MB', max_connections: 60, max_wal_size: '256MB', jit: 'off' }

export type ProductOptions = {
  settings: LocalSettings
  /** Where the log goes, as JSON lines. */
  logTo: DestinationStream
  /** Tells the person who waits what is being done. */
  say: (line: string) => void
  onFatal: (error: unknown) => void
}

/**
 * Runs the whole product in this process, on a PostgreSQL of its own and against the sandbox. Returns its address
 * and how to stop it. Each service listens on a loopback port; only the gateway listens for others.
 */
export async function startProduct({ settings, logTo, say, onFatal }: ProductOptions) {
  const secrets = await readOrMakeSecrets(settings.DATA_DIR)
  say('Starting PostgreSQL …')
  const server = await startPostgresServer({
    folder: join(settings.DATA_DIR, 'postgres'),
    password: secrets.databasePassword,
    settings: POSTGRES_SETTINGS,
  })
  const logFor = (service: string) => createLog({ service, level: settings.LOG_LEVEL }, logTo)
  const log = logFor('local')

  try {
    const urls = await prepareDatabase(server.url, secrets.databasePassword, [
      EVENT_LOG_SCHEMA,
      ...services.map(({ schema }) => schema),
    ])
    await writeDatabaseUrls(settings.DATA_DIR, urls)
    const urlOf = (schema: string) => urls[schema] ?? ''
    say('Bringing the database up to date …')
    for (const { schema, migrationsFolder } of services)
      await applyMigrations(urlOf(schema), schema, migrationsFolder)

    const addresses = await chooseAddresses(settings, urlOf)
    const environments = toServiceEnvironments(settings, secrets, addresses)
    const cache = createMemoryCache()
    const events = createPostgresLog({
      url: urlOf(EVENT_LOG_SCHEMA),
      log: logFor('event-log'),
      retentionHours: { 'park-data.wait-times': 1 },
    })

    const parts: Part[] = [
      sandboxPart(
        toSandboxEnvironment(settings, secrets, addresses, join(settings.DATA_DIR, 'sandbox')),
        logFor('sandbox'),
      ),
      { name: 'event-log', start: events.start, stop: events.close },
    ]
    for (const service of services) {
      const environment = environments[service.name]
      parts.push(...servicePartsOf(service, environment, logFor(service.name)))
    }
    parts.push(gatewayPart(toGatewayEnvironment(settings, addresses, WEB_ROOT), logFor('gateway')))
    say('Starting the services …')
    const stopParts = await startParts(parts, log)
    say('Reading the parks …')
    await firstBoards(`http://127.0.0.1:${addresses.ports['park-data']}`)
    return {
      url: addresses.publicUrl,
      stop: async () => {
        await stopParts()
        await server.stop()
      },
    }

    function servicePartsOf(service: Service, environment: Environment, serviceLog: Log): Part[] {
      const configured = service.configure(environment)
      const postgres = connectPostgres({
        url: configured.settings.DATABASE_URL,
        schema: service.schema,
        poolSize: configured.settings.DATABASE_POOL_SIZE,
        applicationName: service.name,
      })
      const metrics = createMetrics(service.name)
      const { parts: running } = createRunningParts(configured, {
        db: postgres.db,
        cache,
        eventLog: events.eventLog,
        log: serviceLog,
        metrics,
        now: () => new Date(),
        onFatal,
      })
      const seed = service.name === 'billing' ? () => seedPromoCodes(postgres.db) : undefined
      return [
        { name: `${service.name} database`, ...(seed && { start: seed }), stop: postgres.close },
        ...running.map((part) => ({ ...part, name: `${service.name} ${part.name}` })),
      ]
    }
  } catch (error) {
    await server.stop().catch(() => {})
    throw error
  }
}

/**
 * Somebody who opens the page at once finds parks and waits: every destination has been read once. Asked of park-data's
 * metrics, because whoever asks for a board counts as somebody who watches it.
 */
async function firstBoards(parkDataUrl: string): Promise<void> {
  for (const giveUpAt = Date.now() + FIRST_BOARDS_MS; Date.now() < giveUpAt; await after(100)) {
    const answer = await fetch(`${parkDataUrl}/destinations`).catch(() => null)
    const destinations = destinationList.safeParse(await answer?.json().catch(() => null))
    if (!destinations.success || answer?.headers.get('cache-control') === 'no-store') continue
    const metrics = await fetch(`${parkDataUrl}/metrics`).then((response) => response.text())
    const read = metrics.split('\n').filter((line) => line.startsWith('poll_age_seconds{'))
    if (read.length >= destinations.data.length) return
  }
}

const FIRST_BOARDS_MS = 30_000

async function chooseAddresses(settings: LocalSettings, urlOf: (schema: string) => string) {
  const ports: Record<string, number> = {}
  for (const name of [...SERVICE_NAMES, 'sandbox']) ports[name] = await freePort()
  return {
    ports: ports as Record<(typeof SERVICE_NAMES)[number] | 'sandbox', number>,
    databaseUrls: {
      identity: urlOf(identity.schema),
      'park-data': urlOf(parkData.schema),
      'alert-evaluator': urlOf(alertEvaluator.schema),
      billing: urlOf(billing.schema),
      notifier: urlOf(notifier.schema),
    },
    publicUrl: `http://localhost:${settings.PORT}`,
  }
}

function sandboxPart(environment: Environment, log: Log): Part {
  const sandbox = createSandbox({ ...readSandboxConfig(environment), now: () => new Date(), log })
  return { name: 'sandbox', start: sandbox.start, stop: sandbox.stop }
}

function gatewayPart(environment: Environment, log: Log): Part {
  const settings = loadSettings(gatewaySettings, environment)
  const metrics = createMetrics('gateway')
  collectProcessMetrics(metrics)
  const app = createGateway({ settings, log, metrics })
  return {
    name: 'gateway',
    start: () => app.listen({ host: settings.HOST, port: settings.PORT }),
    stop: () => app.close(),
  }
}
