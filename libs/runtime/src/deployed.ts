import { connectKafka } from '@walkon/messaging/kafka-log'
import {
  databaseSettings,
  deployedSettings,
  loadSettings,
  loadTogether,
  type Environment,
} from '@walkon/service/config'
import { runProcess } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { measureOutgoingRequests } from '@walkon/service/outgoing-requests'
import { applyMigrations, connectPostgres, countMissingMigrations } from '@walkon/service/postgres'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { connectRedis } from '@walkon/service/redis-cache'
import { startTracing } from '@walkon/service/tracing'
import { parseArgs } from 'node:util'
import { createRunningParts } from './running-parts.ts'
import type { Service } from './service.ts'

/** Runs a service as a process of its own, against PostgreSQL, Kafka and Redis. */
export async function runDeployed(service: Service, env: Environment): Promise<void> {
  const [configured, { REDIS_URL, TRUSTED_PROXIES: _, ...kafkaSettings }] = settingsOrExit(service.name, () =>
    loadTogether(
      () => service.configure(env),
      () => loadSettings(deployedSettings, env),
    ),
  )
  const { settings } = configured
  const log = createLog({ service: service.name, level: settings.LOG_LEVEL })
  const metrics = createMetrics(service.name)
  collectProcessMetrics(metrics, settings)
  measureOutgoingRequests(metrics)
  const tracing = await startTracing(settings, log)

  const postgres = connectPostgres({
    url: settings.DATABASE_URL,
    schema: service.schema,
    poolSize: settings.DATABASE_POOL_SIZE,
    applicationName: service.name,
  })
  const redis = connectRedis(REDIS_URL, log)
  const kafka = connectKafka({ clientId: service.name, settings: kafkaSettings, log })
  const { parts } = createRunningParts(configured, {
    db: postgres.db,
    cache: redis.cache,
    eventLog: kafka.eventLog,
    log,
    metrics,
    tracer: tracing?.tracerOf(service.name),
    now: () => new Date(),
    onFatal: (error) => {
      log.fatal({ err: error }, 'the consumer died')
      log.flush()
      process.exit(1)
    },
  })

  // Nothing here is waited for: /livez answers before PostgreSQL, Kafka and Redis are there.
  await runProcess(
    [
      ...(tracing ? [{ name: 'spans', stop: tracing.close }] : []),
      { name: 'postgres', stop: postgres.close },
      { name: 'redis', start: async () => void redis.start(), stop: redis.close },
      { name: 'kafka', start: kafka.start, stop: kafka.close },
      ...parts,
    ],
    log,
  )
}

/**
 * Brings a service's schema up to date; run once per release, before the new version starts. Needs the database alone. With `--dry-run` it
 * says how many migrations the schema lacks.
 */
export async function migrateDeployed(service: Service, env: Environment, args: string[]): Promise<void> {
  const { DATABASE_URL } = settingsOrExit(service.name, () => loadSettings(databaseSettings, env))
  const options = { 'dry-run': { type: 'boolean', default: false } } as const
  if (parseArgs({ args, options }).values['dry-run']) {
    const missing = await countMissing(DATABASE_URL, service)
    process.stdout.write(`${service.name}: ${missing} migrations would be applied (dry run)\n`)
    return
  }
  await applyMigrations(DATABASE_URL, service.schema, service.migrationsFolder)
}

async function countMissing(url: string, { name, schema, migrationsFolder }: Service): Promise<number> {
  const { db, close } = connectPostgres({ url, schema, poolSize: 1, applicationName: `${name}-migrate` })
  return countMissingMigrations(db.$client, migrationsFolder).finally(close)
}
