import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

const compose = async (...args: string[]) => (await run('docker', ['compose', ...args], { cwd: ROOT })).stdout

/** A second container of a service, and when it is healthy, SIGTERM and thirty seconds for the first. */
export async function replaceContainer(service: string): Promise<void> {
  const before = (await compose('ps', '--quiet', service)).trim().split('\n')
  await compose(
    'up',
    '--detach',
    '--no-deps',
    '--no-recreate',
    '--wait',
    '--scale',
    `${service}=${before.length + 1}`,
    service,
  )
  await Promise.all(before.map((id) => run('docker', ['stop', '--time', '30', id])))
  await run('docker', ['rm', ...before])
}

/** Ends and starts the only container of a service, and waits until it is healthy. */
export async function restartContainer(service: string): Promise<void> {
  await compose('restart', '--timeout', '30', service)
  await compose('up', '--detach', '--no-deps', '--no-recreate', '--wait', service)
}
