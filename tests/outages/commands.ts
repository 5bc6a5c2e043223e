import type { ServiceName } from '@walkon/contracts/services'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { World } from './world.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `npm run walkon -- …` as an operator runs it for a service of a deployed product, with the environment of the service. */
export async function runWalkon(
  { product }: World,
  stores: { kafkaBrokers: string; redisUrl: string },
  service: ServiceName,
  command: string,
  ...args: string[]
): Promise<string> {
  const front = [
    '--disable-warning=ExperimentalWarning',
    'infra/local/src/walkon/main.ts',
    command,
    service,
    ...args,
  ]
  const env = {
    PATH: process.env['PATH'],
    ...product.environments[service],
    KAFKA_BROKERS: stores.kafkaBrokers,
    REDIS_URL: stores.redisUrl,
  }
  const { stdout } = await promisify(execFile)(process.execPath, front, { cwd: ROOT, env })
  return stdout.trim()
}
