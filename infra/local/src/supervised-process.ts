import { sleep } from '@walkon/service/sleep'
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as after } from 'node:timers/promises'

export type SupervisedProcess = {
  name: string
  /** Of the process that runs at the moment. */
  pid(): number | undefined
  /** Resolves when it answers its `/readyz`. */
  ready(): Promise<void>
  /** Ends it, and starts none before `resume`. */
  pause(): Promise<void>
  resume(): void
  stop(): Promise<void>
}

export type ProcessOptions = {
  name: string
  /** The file that Node runs, relative to the repository. */
  entry: string
  cwd: string
  env: Record<string, string | undefined>
  readyUrl: string
  onOutput: (line: string) => void
}

/** As the start scripts of the services: what a process may take is known, and is not a share of the machine (docs/operations.md). */
export const HEAP_LIMITS = [
  '--max-old-space-size=512',
  '--initial-old-space-size=256',
  '--max-semi-space-size=32',
]

const RESTART_MS = 300
const READY_POLL_MS = 100

/** A process that is started again whenever it ends, as an orchestrator would. */
export function superviseProcess({
  name,
  entry,
  cwd,
  env,
  readyUrl,
  onOutput,
}: ProcessOptions): SupervisedProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const stopping = new AbortController()
  let child: ChildProcess | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let held = Promise.withResolvers<void>()
  held.resolve()

  async function runUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const running = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', ...HEAP_LIMITS, entry],
        {
          cwd,
          env: { PATH, NODE_COMPILE_CACHE, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      child = running
      running.stdout.on('data', (chunk: Buffer) => onOutput(chunk.toString()))
      running.stderr.on('data', (chunk: Buffer) => onOutput(chunk.toString()))
      ended = new Promise((resolve) => running.once('close', resolve))
      await ended
      await sleep(RESTART_MS, stopping.signal)
      await held.promise
    }
  }
  const loop = runUntilStopped()

  return {
    name,
    pid: () => child?.pid,
    ready: async () => {
      while (!stopping.signal.aborted) {
        const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
        await answer?.body?.cancel()
        if (answer?.ok) return
        await after(READY_POLL_MS, undefined, { signal: stopping.signal })
      }
    },
    pause: async () => {
      held = Promise.withResolvers()
      child?.kill('SIGTERM')
      await ended
    },
    resume: () => held.resolve(),
    stop: async () => {
      stopping.abort()
      held.resolve()
      child?.kill('SIGTERM')
      await loop
    },
  }
}
