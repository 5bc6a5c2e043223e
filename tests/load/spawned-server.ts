import { HEAP_LIMITS } from '@walkon/local/supervised-process'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { onWayOut } from '../support/ways-out.ts'

export type SpawnedServer = { addresses: string[]; pid: number; stop: () => void }

/**
 * A server of a benchmark in a process of its own. Resolves with the addresses that its first line of output names,
 * rejects if the process ends before.
 */
export const spawnServer = (file: string, ...args: string[]) => spawnNode([], file, args)

/** The same with the limits of memory that a service is started with. */
export const spawnService = (file: string, ...args: string[]) => spawnNode(HEAP_LIMITS, file, args)

function spawnNode(flags: string[], file: string, args: string[]): Promise<SpawnedServer> {
  const server = spawn(process.execPath, [...flags, join(import.meta.dirname, file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server.once(
    'exit',
    onWayOut(() => void server.kill()),
  )
  return new Promise((resolve, reject) => {
    server.stdout.once('data', (line: Buffer) =>
      resolve({
        addresses: line.toString().trim().split(' '),
        pid: server.pid ?? 0,
        stop: () => void server.kill(),
      }),
    )
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`${file} ${args[0] ?? ''} ended with ${code}`)))
  })
}
