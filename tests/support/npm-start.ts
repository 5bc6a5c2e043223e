import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { onWayOut } from './ways-out.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export type StartOptions = { dataDir: string; port: number; env?: Record<string, string> }

export type StartedProduct = {
  url: string
  process: ChildProcess
  output: () => string
  stop: () => Promise<void>
}

/** `npm start`, as a developer types it. Resolves when it prints that it is ready; rejects with its output if it ends before. Ends with this process. */
export async function npmStart({ dataDir, port, env = {} }: StartOptions): Promise<StartedProduct> {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    // Vitest has a MODE of its own in the environment.
    env: { ...process.env, MODE: 'look', DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.once(
    'exit',
    onWayOut(() => signalGroup(child, 'SIGTERM')),
  )
  let said = ''
  await new Promise<void>((ready, failed) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('Walkon is ready')) ready()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => failed(new Error(`npm start ended with ${code}:\n${said}`)))
  })
  return {
    url: `http://localhost:${port}`,
    process: child,
    output: () => said,
    stop: () => endGroup(child, 'SIGTERM'),
  }
}

/**
 * Signals npm and all it started, but not PostgreSQL, which has a group of its own. Resolves when the last of them has ended: npm can end
 * before the product, and its output closes with the last process that holds it.
 */
export async function endGroup(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = new Promise((done) => child.once('close', done))
  signalGroup(child, signal)
  await ended
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}
