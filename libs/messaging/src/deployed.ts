import { deployedSettings, loadSettings, type Environment } from '@walkon/service/config'
import { runProcess } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { connectRedis } from '@walkon/service/redis-cache'
import { connectKafka } from './kafka-log.ts'
import { createServiceParts, type Service, type StoreSettings } from './service.ts'

/** Runs a service as a process of its own, against PostgreSQL, Kafka and Redis. */
export async function runDeployed<Settings extends StoreSettings>(service: Service<Settings>, env: Environment): Promise<void> {
  const settings = loadSettings(service.settings, env)
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
  const { parts } = createServiceParts(service, {
    settings,
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
      { name: 'postgres', stop: postgres.close },
      { name: 'redis', start: redis.start, stop: redis.close },
      { name: 'kafka', start: kafka.start, stop: kafka.eventLog.close },
      ...parts,
    ],
    log,
  )
}

/** Brings a service's schema up to date; run once per release, before the new version starts. */
export async function migrateDeployed(service: Service, env: Environment): Promise<void> {
  const { DATABASE_URL } = loadSettings(service.settings, env)
  await applyMigrations(DATABASE_URL, service.schema, service.migrationsFolder)
}
