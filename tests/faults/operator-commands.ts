import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import type { World } from './world.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `npm run alert-life`, as an operator runs it on a deployed product. */
export async function tellAlertLife(world: World, id: string): Promise<string> {
  const command = join(ROOT, 'infra/local/src/tell-alert-life.ts')
  const env = { PATH: process.env['PATH'], DATABASE_URL: world.operatorUrl }
  return (await promisify(execFile)(process.execPath, [command, id], { env })).stdout
}

/** The command that an operator runs, with the environment of the service. */
export async function runDeadLetters(
  world: World,
  service: 'alert-evaluator' | 'notifier',
  ...args: string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', `services/${service}/src/commands/dead-letters.ts`, ...args],
    {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        PATH: process.env['PATH'],
        ...world.product.environments[service],
        KAFKA_BROKERS: inject('kafkaBrokers'),
        REDIS_URL: inject('redisUrl'),
      },
    },
  )
  return stdout
}
