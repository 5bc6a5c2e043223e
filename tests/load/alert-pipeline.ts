import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { prepareDatabase } from '@walkon/local/database'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { publishOutbox } from '@walkon/messaging/relay'
import { createWokenLoop } from '@walkon/runtime/running-parts'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { freePort } from '@walkon/postgres/server'
import { createSandbox } from '@walkon/sandbox/app'
import { startParts, type Part } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics, type Metrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { createTcpProxy, type TcpProxy } from '@walkon/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { servicePartsOf, toEnvironment, TWILIO_ACCOUNT } from './service-parts.ts'

export type PipelineOptions = {
  postmarkSearchLagSeconds?: number
  /** Of the services, where they differ from those of production. */
  settings?: Record<string, string>
}

/**
 * What an alert passes through in the local run, from park-data's outbox to the sandbox's Postmark, Twilio and push service; what park-data itself
 * would write is written by the benchmark.
 */
export async function startPipeline(
  serverUrl: string,
  folder: string,
  { settings = {}, ...sandboxOptions }: PipelineOptions = {},
) {
  const services = [alertEvaluator, notifier]
  const urls = await prepareDatabase(serverUrl, 'bench', [
    'event_log',
    'park_data',
    ...services.map(({ schema }) => schema),
  ])
  const urlOf = (schema: string) => urls[schema] ?? ''
  const log = createLog({ service: 'bench', level: 'warn' })
  const port = await freePort()
  const doors = {
    postmark: await createDoor(port),
    twilio: await createDoor(port),
    push: await createDoor(port),
  }
  // The endpoints of devices lead through their door.
  const provided = { ...sandboxOptions, port, publicUrl: doors.push.url }
  const { sandboxUrl, token, part: sandbox } = createProviders(folder, provided)
  const events = createPostgresLog({ url: urlOf('event_log'), log })

  await applyMigrations(urlOf('park_data'), 'park_data', parkData.migrationsFolder)
  const publisher = connectPostgres({
    url: urlOf('park_data'),
    schema: 'park_data',
    poolSize: 3,
    applicationName: 'bench',
  })
  const parts: Part[] = [
    sandbox,
    { name: 'event-log', start: events.start, stop: events.close },
    { name: 'publisher', stop: publisher.close },
    createWokenLoop('park_data', publishOutbox(publisher.db, events.eventLog, log), publisher.db, log),
  ]
  const metrics: Record<string, Metrics> = {}
  const shared = { eventLog: events.eventLog, cache: createMemoryCache(), log }
  for (const service of services) {
    await applyMigrations(urlOf(service.schema), service.schema, service.migrationsFolder)
    const environment = {
      ...toEnvironment(urlOf(service.schema), `${doors.postmark.url}/postmark`, token),
      TWILIO_API_URL: `${doors.twilio.url}/twilio`,
      PUSH_TEST_ORIGINS: doors.push.url,
      ...settings,
    }
    const ownMetrics = createMetrics(service.name)
    metrics[service.name] = ownMetrics
    parts.push(...servicePartsOf(service.configure(environment), { ...shared, metrics: ownMetrics }))
  }
  const stop = await startParts(parts, log)
  return { parkDataDb: publisher.db, databaseUrl: urlOf('notifier'), sandboxUrl, doors, metrics, stop }
}

/** The way to one provider, which can be closed: connections are refused then. */
async function createDoor(port: number): Promise<TcpProxy & { url: string }> {
  const proxy = await createTcpProxy({ host: '127.0.0.1', port })
  return { ...proxy, url: `http://127.0.0.1:${proxy.port}` }
}

type Provided = Omit<PipelineOptions, 'settings'> & { port: number; publicUrl: string }

/** The sandbox, for its Postmark, its Twilio and its push service. */
function createProviders(folder: string, { port, ...options }: Provided) {
  const token = randomUUID()
  const { start, stop } = createSandbox({
    dataDir: join(folder, 'sandbox'),
    seed: 'bench',
    now: () => new Date(),
    host: '127.0.0.1',
    port,
    postmarkServerToken: token,
    twilio: TWILIO_ACCOUNT,
    ...options,
  })
  const part: Part = { name: 'sandbox', start, stop }
  return { sandboxUrl: `http://127.0.0.1:${port}`, token, part }
}
