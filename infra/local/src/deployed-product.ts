import { alertEvaluator } from '@walkon/alert-evaluator/app'
import { billing } from '@walkon/billing/app'
import { seedPromoCodes } from '@walkon/billing/use-cases/seed-promo-codes'
import type { Environment } from '@walkon/service/config'
import { createTopics } from '@walkon/messaging/kafka-topics'
import type { Service } from '@walkon/runtime/service'
import { identity } from '@walkon/identity/app'
import { notifier } from '@walkon/notifier/app'
import { parkData } from '@walkon/park-data/app'
import { freePort } from '@walkon/postgres/server'
import { createLog } from '@walkon/service/log'
import { applyMigrations, connectPostgres } from '@walkon/service/postgres'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts'
import { WEB_ROOT } from './web-build.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

const services = [identity, parkData, alertEvaluator, billing, notifier]

export type DeployedOptions = {
  settings: LocalSettings
  /** A PostgreSQL superuser's connection string; roles and schemas are made with it. */
  databaseUrl: string
  kafkaBrokers: string
  redisUrl: string
  /** Settings of the services beside those of the local run. */
  serviceEnvironment?: Environment
  say: (line: string) => void
}

/** Every service, the gateway and the sandbox as a process of its own, against real PostgreSQL, Kafka and Redis. */
export async function startDeployedProduct(options: DeployedOptions) {
  const { settings, databaseUrl, kafkaBrokers, redisUrl, serviceEnvironment = {}, say } = options
  await mkdir(settings.DATA_DIR, { recursive: true })
  const secrets = await readOrMakeSecrets(settings.DATA_DIR)
  say('Creating topics, schemas and roles …')
  await createTopics({
    clientId: 'create-topics',
    settings: { KAFKA_BROKERS: kafkaBrokers.split(','), KAFKA_TLS: false },
    log: createLog({ service: 'create-topics', level: 'warn' }),
  })
  const urls = await prepareDatabase(
    databaseUrl,
    secrets.databasePassword,
    services.map(({ schema }) => schema),
  )
  await writeDatabaseUrls(settings.DATA_DIR, urls)
  const urlOf = ({ schema }: Pick<Service, 'schema'>) => urls[schema] ?? ''
  for (const service of services)
    await applyMigrations(urlOf(service), service.schema, service.migrationsFolder)
  await seed(urlOf(billing))

  const ports: Record<string, number> = {}
  for (const name of [...SERVICE_NAMES, 'sandbox', 'operator']) ports[name] = await freePort()
  const addresses = {
    ports: ports as Record<(typeof SERVICE_NAMES)[number] | 'sandbox', number>,
    databaseUrls: {
      identity: urlOf(identity),
      'park-data': urlOf(parkData),
      'alert-evaluator': urlOf(alertEvaluator),
      billing: urlOf(billing),
      notifier: urlOf(notifier),
    },
    publicUrl: `http://localhost:${settings.PORT}`,
  }
  const environments = toServiceEnvironments(settings, secrets, addresses)
  const shared = { KAFKA_BROKERS: kafkaBrokers, REDIS_URL: redisUrl, ...serviceEnvironment }

  const processes: SupervisedProcess[] = [
    launch(
      'sandbox',
      'infra/sandbox/src/main.ts',
      `http://127.0.0.1:${ports['sandbox']}/sandbox/faults`,
      toSandboxEnvironment(settings, secrets, addresses, join(settings.DATA_DIR, 'sandbox')),
    ),
    ...SERVICE_NAMES.map((name) =>
      launch(name, `services/${name}/src/main.ts`, readyz(ports[name]), { ...environments[name], ...shared }),
    ),
    launch('gateway', 'services/gateway/src/main.ts', readyz(ports['operator']), {
      ...toGatewayEnvironment(settings, addresses, WEB_ROOT),
      OPERATOR_PORT: String(ports['operator']),
    }),
  ]
  say('Waiting for every process to be ready …')
  await Promise.all(processes.map((process) => process.ready()))

  return {
    url: addresses.publicUrl,
    processes: Object.fromEntries(processes.map((process) => [process.name, process])),
    stop: async () => {
      for (const process of processes.toReversed()) await process.stop()
    },
  }

  function launch(name: string, entry: string, readyUrl: string, env: Record<string, string | undefined>) {
    const output = createWriteStream(join(settings.DATA_DIR, `${name}.log`), { flags: 'a' })
    return superviseProcess({
      name,
      entry,
      cwd: ROOT,
      env,
      readyUrl,
      onOutput: (text) => output.write(text),
    })
  }
}

const readyz = (port: number | undefined) => `http://127.0.0.1:${port}/readyz`

async function seed(url: string): Promise<void> {
  const { db, close } = connectPostgres({ url, schema: billing.schema, poolSize: 1, applicationName: 'seed' })
  await seedPromoCodes(db).finally(close)
}
