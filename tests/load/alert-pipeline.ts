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
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { servicePartsOf, toEnvironment } from './service-parts.ts'

/**
 * What an alert passes through in the local run, from park-data's outbox to the sandbox's Postmark; what park-data itself
 * would write is written by the benchmark.
 */
export async function startPipeline(
  serverUrl: string,
  folder: string,
  sandboxOptions: { postmarkSearchLagSeconds?: number } = {},
) {
  const services = [alertEvaluator, notifier]
  const urls = await prepareDatabase(serverUrl, 'bench', [
    'event_log',
    'park_data',
    ...services.map(({ schema }) => schema),
  ])
  const urlOf = (schema: string) => urls[schema] ?? ''
  const log = createLog({ service: 'bench', level: 'warn' })
  const { sandboxUrl, token, part: sandbox } = await createPostmark(folder, sandboxOptions)
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
  const shared = { eventLog: events.eventLog, cache: createMemoryCache(), log }
  for (const service of services) {
    await applyMigrations(urlOf(service.schema), service.schema, service.migrationsFolder)
    const environment = toEnvironment(urlOf(service.schema), `${sandboxUrl}/postmark`, token)
    parts.push(...servicePartsOf(service.configure(environment), shared))
  }
  return { parkDataDb: publisher.db, sandboxUrl, stop: await startParts(parts, log) }
}

/** The sandbox, for its Postmark. */
async function createPostmark(folder: string, options: { postmarkSearchLagSeconds?: number }) {
  const token = randomUUID()
  const port = await freePort()
  const { start, stop } = createSandbox({
    dataDir: join(folder, 'sandbox'),
    seed: 'bench',
    now: () => new Date(),
    host: '127.0.0.1',
    port,
    postmarkServerToken: token,
    ...options,
  })
  const part: Part = { name: 'sandbox', start, stop }
  return { sandboxUrl: `http://127.0.0.1:${port}`, token, part }
}
