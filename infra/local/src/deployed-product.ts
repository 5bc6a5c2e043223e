import { SERVICE_NAMES, type ServiceName } from '@walkon/contracts/services'
import { freePort } from '@walkon/postgres/server'
import { createTopics } from '@walkon/messaging/kafka-topics'
import type { Environment } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { loopback } from './environments.ts'
import { makePrivateFolder } from './private-files.ts'
import { prepareRun, type PreparedRun } from './prepared-run.ts'
import { readOrMakeSecrets } from './secrets.ts'
import type { LocalSettings } from './settings.ts'
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** All processes are on this machine. */
const LOOPBACK = '127.0.0.1,::1'

export type DeployedOptions = {
  settings: LocalSettings
  /** A PostgreSQL superuser's connection string; roles and schemas are made with it. */
  databaseUrl: string
  kafkaBrokers: string
  redisUrl: string
  /** The broker of docker-compose.yml, and that of most tests, is alone. */
  replicationFactor?: number
  /** Settings of the services beside those of the local run. */
  serviceEnvironment?: Environment
  /** Settings of the sandbox beside those of the local run; an undefined one is taken away. */
  sandboxEnvironment?: Environment
  /** Services that run twice; the second process is named `<service>-2`. */
  twice?: ServiceName[]
  /** Ends the product, also while it starts. */
  signal?: AbortSignal
  say: (line: string) => void
}

/** Every service, the gateway and the sandbox as a process of its own, against real PostgreSQL, Kafka and Redis. */
export async function startDeployedProduct(options: DeployedOptions) {
  const { settings, databaseUrl, kafkaBrokers, say } = options
  await makePrivateFolder(settings.DATA_DIR)
  const secrets = await readOrMakeSecrets(settings.DATA_DIR)
  say('Creating topics, schemas and roles …')
  await createTopics({
    clientId: 'create-topics',
    settings: { KAFKA_BROKERS: kafkaBrokers.split(','), KAFKA_TLS: false },
    log: createLog({ service: 'create-topics', level: 'warn' }),
    replicationFactor: options.replicationFactor ?? 1,
  })
  const run = await prepareRun({ settings, secrets, databaseUrl })
  const processes = [...launchProcesses(options, run), ...(await launchSecond(options, run))]
  say('Waiting for every process to be ready …')
  const stop = async () => {
    for (const process of processes.toReversed()) await process.stop()
  }
  options.signal?.addEventListener('abort', () => void stop(), { once: true })
  try {
    await Promise.all(processes.map((process) => process.ready()))
    options.signal?.throwIfAborted()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: run.publicUrl,
    databaseUrls: run.databaseUrls,
    environments: run.environments.services,
    processes: Object.fromEntries(processes.map((process) => [process.name, process])),
    stop,
  }
}

function launchProcesses(
  options: DeployedOptions,
  { ports, operatorPorts, environments }: PreparedRun,
): SupervisedProcess[] {
  return [
    launch(options, {
      name: 'sandbox',
      entry: 'infra/sandbox/src/main.ts',
      readyUrl: `${loopback(ports.sandbox)}/sandbox/faults`,
      env: { ...environments.sandbox, ...options.sandboxEnvironment },
    }),
    ...SERVICE_NAMES.map((name) =>
      launch(options, {
        name,
        entry: `services/${name}/src/main.ts`,
        readyUrl: `${loopback(operatorPorts[name])}/readyz`,
        env: { ...environments.services[name], ...sharedEnvironment(options) },
      }),
    ),
    launch(options, {
      name: 'gateway',
      entry: 'services/gateway/src/main.ts',
      readyUrl: `${loopback(operatorPorts.gateway)}/readyz`,
      env: {
        ...environments.gateway,
        REDIS_URL: options.redisUrl,
        TRUSTED_PROXIES: LOOPBACK,
        SUPPORT_EMAIL: 'support@walkon.example',
      },
    }),
  ]
}

/** The second replicas, each on a port of its own. */
const launchSecond = (
  options: DeployedOptions,
  { environments }: PreparedRun,
): Promise<SupervisedProcess[]> =>
  Promise.all(
    (options.twice ?? []).map(async (name) => {
      const [port, operatorPort] = [await freePort(), await freePort()]
      return launch(options, {
        name: `${name}-2`,
        entry: `services/${name}/src/main.ts`,
        readyUrl: `${loopback(operatorPort)}/readyz`,
        env: {
          ...environments.services[name],
          ...sharedEnvironment(options),
          PORT: String(port),
          OPERATOR_PORT: String(operatorPort),
        },
      })
    }),
  )

const sharedEnvironment = ({ kafkaBrokers, redisUrl, serviceEnvironment }: DeployedOptions): Environment => ({
  KAFKA_BROKERS: kafkaBrokers,
  REDIS_URL: redisUrl,
  TRUSTED_PROXIES: LOOPBACK,
  ...serviceEnvironment,
})

function launch(
  { settings }: DeployedOptions,
  process: { name: string; entry: string; readyUrl: string; env: Environment },
): SupervisedProcess {
  const output = createWriteStream(join(settings.DATA_DIR, `${process.name}.log`), {
    flags: 'a',
    mode: 0o600,
  })
  return superviseProcess({ ...process, cwd: ROOT, onOutput: (text) => output.write(text) })
}
