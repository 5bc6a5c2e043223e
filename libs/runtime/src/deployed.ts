import { connectKafka } from '@walkon/messaging/kafka-log'
import { deployedSettings, loadSettings, type Environment } from '@walkon/service/config'
import { ping, type Database } from '@walkon/service/database'
import { isInfrastructureFault } from '@walkon/service/errors'
import { runProcess } from '@walkon/service/lifecycle'
import { createLog, type Log } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { connectRedis } from '@walkon/service/redis-cache'
import { setTimeout as after } from 'node:timers/promises'
import { createRunningParts } from './running-parts.ts'
import type { Service } from './service.ts'

/** Runs a service as a process of its own, against PostgreSQL, Kafka and Redis. */
export async function runDeployed(service: Service, env: Environment): Promise<void> {
  const configured = service.configure(env)
  const { settings } = configured
  const { REDIS_URL, ...kafkaSettings } = loadSettings(deployedSettings, env)
  const log = createLog({ service: service.name, level: settings.LOG_LEVEL })
  const metrics = createMetrics(service.name)
  collectProcessMetrics(metrics)

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
    now: () => new Date(),
    onFatal: (error) => {
      log.fatal({ err: error }, 'the consumer died')
      log.flush()
      process.exit(1)
    },
  })

  await runProcess(
    [
      { name: 'postgres', start: () => untilReachable(postgres.db, log), stop: postgres.close },
      { name: 'redis', start: redis.start, stop: redis.close },
      { name: 'kafka', start: kafka.start, stop: kafka.close },
      ...parts,
    ],
    log,
  )
}

const PING_MS = 1_000

/** PostgreSQL may start after the service. */
async function untilReachable(db: Database, log: Log): Promise<void> {
  for (;;) {
    try {
      return await ping(db)
    } catch (error) {
      if (!isInfrastructureFault(error)) throw error
      log.warn({ err: error }, 'waiting for the database')
      await after(PING_MS)
    }
  }
}

/** Brings a service's schema up to date; run once per release, before the new version starts. */
export async function migrateDeployed(service: Service, env: Environment): Promise<void> {
  const { DATABASE_URL } = service.configure(env).settings
  await applyMigrations(DATABASE_URL, service.schema, service.migrationsFolder)
}
