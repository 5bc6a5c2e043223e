import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { prepareDatabase } from '@walkon/local/database'
import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { publishOutbox } from '@walkon/messaging/relay'
import { createRunningParts, createWokenLoop } from '@walkon/runtime/running-parts'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { freePort } from '@walkon/postgres/server'
import { createSandbox } from '@walkon/sandbox/app'
import { startParts, type Part } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'

/**
 * What an alert passes through in the local run, from park-data's outbox to the sandbox's Postmark; what park-data itself
 * would write is written by the benchmark.
 */
export async function startPipeline(serverUrl: string, folder: string) {
  const services = [alertEvaluator, notifier]
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
    const configured = service.configure({
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: urlOf(service.schema),
      TOKEN_KEYS: randomBytes(32).toString('base64url'),
      PUBLIC_URL: 'http://localhost:8080',
      AUTH_ISSUER: 'http://localhost:8080/auth/v1',
      MAIL_FROM: 'Walkon <alerts@walkon.example>',
      POSTAL_ADDRESS: 'Walkon, 100 Example Street, Orlando, FL 32801',
      POSTMARK_API_URL: `${sandboxUrl}/postmark`,
      POSTMARK_SERVER_TOKEN: token,
      POSTMARK_WEBHOOK_USER: 'postmark',
      POSTMARK_WEBHOOK_PASSWORD: 'bench',
    })
    const postgres = connectPostgres({
      url: configured.settings.DATABASE_URL,
      schema: service.schema,
      poolSize: 10,
      applicationName: service.name,
    })
    parts.push({ name: 'database', stop: postgres.close })
    parts.push(
      ...createRunningParts(configured, {
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
