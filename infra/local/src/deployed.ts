import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { startDeployedProduct } from './deployed-product.ts'
import { readLocalSettings } from './settings.ts'
import { requireFreePort, takeDataFolder } from './single-start.ts'
import { buildWebApp } from './web-build.ts'

/**
 * `npm run dev:deployed`: the product as it is deployed, a process a service, on the Kafka, Redis and PostgreSQL of
 * docker-compose.yml. Processes that die are started again, so any of them may be killed to see what happens.
 */

const ROOT = resolve(import.meta.dirname, '../../..')
const say = (line: string) => process.stdout.write(`${line}\n`)

const env = process.env
const {
  POSTGRES_PASSWORD = 'walkon-dev',
  POSTGRES_PORT = '55432',
  REDIS_PORT = '56379',
  KAFKA_PORT = '59092',
} = env

function composeUp(): Promise<void> {
  const child = spawn('docker', ['compose', 'up', '--detach', '--wait', 'postgres', 'redis', 'kafka'], {
    cwd: ROOT,
    stdio: 'inherit',
  })
  return new Promise((done, failed) => {
    child.once('error', () => failed(new Error('Docker is not installed; this run needs `docker compose`.')))
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error('`docker compose up` failed; this run needs a Docker engine.')),
    )
  })
}

try {
  const settings = readLocalSettings({ ...env, DATA_DIR: env['DATA_DIR'] ?? '.data/deployed' })
  const release = await takeDataFolder(settings.DATA_DIR)
  await requireFreePort(settings.PORT, settings.HOST)
  await composeUp()
  await buildWebApp(say)
  const product = await startDeployedProduct({
    settings,
    databaseUrl: `postgres://postgres:${POSTGRES_PASSWORD}@127.0.0.1:${POSTGRES_PORT}/postgres`,
    kafkaBrokers: `localhost:${KAFKA_PORT}`,
    redisUrl: `redis://127.0.0.1:${REDIS_PORT}`,
    say,
  })
  say(`Walkon is ready:  ${product.url}`)
  for (const { name, pid } of Object.values(product.processes)) say(`  ${name.padEnd(16)} process ${pid()}`)
  say(`Logs are in ${settings.DATA_DIR}. Ctrl-C stops the processes; \`docker compose down\` stops the rest.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(
      signal,
      () =>
        void product
          .stop()
          .then(release)
          .then(() => process.exit(0)),
    )
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
