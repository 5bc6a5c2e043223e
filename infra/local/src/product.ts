import type { ServiceName } from '@walkon/contracts/services'
import { gatewaySettings } from '@walkon/gateway/config'
import { createGatewayParts } from '@walkon/gateway/http/gateway-parts'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { notifierSettings } from '@walkon/notifier/config'
import { startPostgresServer } from '@walkon/postgres/server'
import { createRunningParts, type RunOptions } from '@walkon/runtime/running-parts'
import type { Service } from '@walkon/runtime/service'
import { createSandbox } from '@walkon/sandbox/app'
import { readConfig as readSandboxConfig } from '@walkon/sandbox/config'
import { loadSettings, type Environment } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import { startParts, type Part } from '@walkon/service/lifecycle'
import { createLog, type Log } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import type { Tracer, Tracing } from '@walkon/service/spans'
import { connectPostgres } from '@walkon/service/postgres'
import { startTracing } from '@walkon/service/tracing'
import { join } from 'node:path'
import { BUILD_VERSION, loopback } from './environments.ts'
import { boardsRead } from './first-boards.ts'
import { rotationOf, type LogFile } from './log-files.ts'
import { watchForOperator, type Watch } from './notices/watch-for-operator.ts'
import { prepareRun, type PreparedRun } from './prepared-run.ts'
import { readOrMakeSecrets } from './secrets.ts'
import { EVENT_LOG_SCHEMA, services } from './services.ts'
import type { LocalSettings } from './settings.ts'
import { importSimulatedPast } from './simulated-past.ts'
import { upgrading } from './upgrade.ts'

/** Of each service: its pool of three, its listener, what it keeps beside the pool, and its member of the event log. */
const CONNECTIONS_OF_A_SERVICE = 8
/** The event log's own, the commands, and what PostgreSQL keeps for its superuser. */
const OTHER_CONNECTIONS = 20

/** PostgreSQL's settings for a laptop: its defaults are for a machine of its own. */
const POSTGRES_SETTINGS = {
  shared_buffers: '48MB',
  max_connections: services.length * CONNECTIONS_OF_A_SERVICE + OTHER_CONNECTIONS,
  max_wal_size: '256MB',
  jit: 'off',
}

export type ProductOptions = {
  settings: LocalSettings
  /** Resolves when the web app is built, which only the gateway waits for. */
  webApp: Promise<void>
  /** Takes JSON lines. */
  logFile: LogFile
  /** Tells the waiting person the present step. */
  say: (line: string) => void
  onFatal: (error: unknown) => void
}

/**
 * Runs the whole product in this process, on a PostgreSQL of its own and against the sandbox. Returns its address
 * and how to stop it. Each service listens on a loopback port; only the gateway listens for others.
 */
export async function startProduct(options: ProductOptions) {
  const { settings, logFile, say } = options
  const secrets = await readOrMakeSecrets(settings.DATA_DIR)
  say('Starting PostgreSQL …')
  const server = await startPostgresServer({
    folder: join(settings.DATA_DIR, 'postgres'),
    password: secrets.databasePassword,
    settings: POSTGRES_SETTINGS,
  })
  try {
    say('Bringing the database up to date …')
    const prepare = () =>
      prepareRun({ settings, secrets, databaseUrl: server.url, otherSchemas: [EVENT_LOG_SCHEMA] })
    const upgrade = { serverUrl: server.url, dataDir: settings.DATA_DIR, say }
    const run = await (settings.real ? upgrading(upgrade, prepare) : prepare())
    say('Starting the services …')
    const startedAt = new Date()
    const log = createLog({ service: 'local', level: settings.LOG_LEVEL }, logFile.stream)
    const tracing = await startTracing({ BUILD_VERSION, ...settings }, log)
    const parts = [
      rotationOf(logFile, join(server.folder, 'server.log'), log),
      ...(tracing ? [{ name: 'spans', stop: tracing.close }] : []),
      ...createProductParts({ ...options, tracing }, run, server.folder),
    ]
    const stopParts = await startParts(parts, log)
    const stopImport = settings.real ? async () => {} : await showSimulation(options, run, startedAt)
    return {
      url: run.publicUrl,
      stop: async () => {
        await stopImport()
        await stopParts()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop().catch(() => {})
    throw error
  }
}

/** A look begins when every park is read; its past is imported meanwhile. A real run waits for no feed. Returns how to stop the import. */
async function showSimulation(
  { settings, say }: ProductOptions,
  run: PreparedRun,
  startedAt: Date,
): Promise<() => Promise<void>> {
  say('Reading the parks …')
  await boardsRead({
    url: loopback(run.ports['park-data']),
    operatorUrl: loopback(run.operatorPorts['park-data']),
  })
  const { DATA_DIR: dataDir, PAST_DAYS: days } = settings
  return importSimulatedPast(run, { dataDir, days, startedAt, say })
}

/** In the order in which they start: the gateway last, so that what it proxies to is there. */
function createProductParts(
  { settings, webApp, logFile, onFatal, tracing }: ProductOptions & { tracing: Tracing | null },
  run: PreparedRun,
  databaseFolder: string,
): Part[] {
  const { environments, databaseUrls } = run
  const logOf = (service: string) => createLog({ service, level: settings.LOG_LEVEL }, logFile.stream)
  const events = createPostgresLog({
    url: databaseUrls[EVENT_LOG_SCHEMA] ?? '',
    log: logOf('event-log'),
    retentionHours: { 'park-data.wait-times': 1 },
  })
  const shared = {
    cache: createMemoryCache(),
    eventLog: events.eventLog,
    now: () => new Date(),
    onFatal,
  }
  const running = services.map((service) =>
    createRunningService(service, environments.services[service.name], {
      ...shared,
      log: logOf(service.name),
      tracer: tracing?.tracerOf(service.name),
    }),
  )
  const watch = settings.real && createWatch({ settings, run, databaseFolder, running, log: logOf('local') })
  return [
    ...(settings.real ? [] : [sandboxPart(environments.sandbox, logOf('sandbox'))]),
    { name: 'event-log', start: events.start, stop: events.close },
    ...running.flatMap(({ parts }) => parts),
    ...(watch ? [watch.part] : []),
    gatewayPart(environments.gateway, {
      log: logOf('gateway'),
      tracer: tracing?.tracerOf('gateway'),
      webApp,
      faults: watch?.faults,
    }),
  ]
}

type RunningService = { name: string; db: Database; parts: Part[] }

function createRunningService(
  service: Service,
  environment: Environment,
  shared: Omit<RunOptions, 'db' | 'metrics'>,
): RunningService {
  const configured = service.configure(environment)
  const { DATABASE_URL: url, DATABASE_POOL_SIZE: poolSize } = configured.settings
  const { name, schema } = service
  const { db, close } = connectPostgres({ url, schema, poolSize, applicationName: name })
  const metrics = createMetrics(name)
  const { parts } = createRunningParts(configured, { ...shared, db, metrics })
  return {
    name,
    db,
    parts: [
      { name: `${name} database`, stop: close },
      ...parts.map((part) => ({ ...part, name: `${name} ${part.name}` })),
    ],
  }
}

type WatchedRun = {
  settings: LocalSettings
  run: PreparedRun
  databaseFolder: string
  running: RunningService[]
  log: Log
}

function createWatch({ settings, run, databaseFolder, running, log }: WatchedRun): Watch {
  const dbOf = (name: ServiceName): Database => {
    const service = running.find((one) => one.name === name)
    if (!service) throw new Error(`${name} does not run`)
    return service.db
  }
  return watchForOperator({
    dataDir: settings.DATA_DIR,
    folders: [settings.DATA_DIR, databaseFolder],
    parkData: dbOf('park-data'),
    notifier: {
      db: dbOf('notifier'),
      settings: loadSettings(notifierSettings, run.environments.services.notifier),
    },
    operator: settings.real?.SUPPORT_EMAIL ?? '',
    pollSeconds: settings.POLL_SECONDS,
    log,
    now: () => new Date(),
  })
}

function sandboxPart(environment: Environment, log: Log): Part {
  const sandbox = createSandbox({ ...readSandboxConfig(environment), now: () => new Date(), log })
  return { name: 'sandbox', start: sandbox.start, stop: sandbox.stop }
}

type GatewayOptions = {
  log: Log
  tracer: Tracer | undefined
  webApp: Promise<void>
  faults: Watch['faults'] | undefined
}

/** Created at its start: it reads the pages of the web app into memory. */
function gatewayPart(
  environment: Environment,
  { log, tracer, webApp, faults = () => ({}) }: GatewayOptions,
): Part {
  const settings = loadSettings(gatewaySettings, environment)
  let stopParts: (() => Promise<void>) | undefined
  return {
    name: 'gateway',
    start: async () => {
      await webApp
      const metrics = createMetrics('gateway')
      collectProcessMetrics(metrics, settings)
      stopParts = await startParts(createGatewayParts({ settings, log, metrics, tracer, faults }), log)
    },
    stop: async () => stopParts?.(),
  }
}
