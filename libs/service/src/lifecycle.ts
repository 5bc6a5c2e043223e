import { setTimeout as after } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Something that runs: a connection, a consumer, a loop, a server. */
export type Part = { name: string; start?: () => Promise<unknown>; stop: () => Promise<unknown> }

/** Starts parts in order; if one fails, stops those that began, in reverse, and throws. Returns how to stop them all. */
export async function startParts(parts: Part[], log: Log): Promise<() => Promise<void>> {
  const begun: Part[] = []
  let stopping: Promise<void> | undefined

  const stop = () => {
    stopping ??= (async () => {
      for (const part of begun.toReversed()) {
        await part
          .stop()
          .catch((error: unknown) => log.error({ err: error, part: part.name }, 'did not stop cleanly'))
      }
    })()
    return stopping
  }

  for (const part of parts) {
    begun.push(part)
    try {
      await part.start?.()
      log.debug({ part: part.name }, 'started')
    } catch (error) {
      await stop()
      throw error
    }
  }
  return stop
}

/** Longer than any work in flight may take, shorter than the 30 s after which Kubernetes kills a process. */
const STOP_DEADLINE_MS = 20_000

/**
 * Runs a process: stops taking work first and closes what the work needs last, on SIGTERM, SIGINT or a
 * failed start. A stop that hangs ends at a deadline, a start at the signal itself: everything here survives being killed.
 */
export async function runProcess(parts: Part[], log: Log): Promise<void> {
  let stop: (() => Promise<void>) | undefined
  let asked = false

  const end = async (signal: NodeJS.Signals) => {
    if (asked) return
    asked = true
    log.info({ signal }, 'stopping')
    void after(STOP_DEADLINE_MS, undefined, { ref: false }).then(() => process.exit(1))
    await stop?.()
    log.flush()
    process.exit(0)
  }
  process.on('SIGTERM', (signal) => void end(signal))
  process.on('SIGINT', (signal) => void end(signal))

  try {
    stop = await startParts(parts, log)
    log.info('started')
  } catch (error) {
    log.fatal({ err: error }, 'could not start')
    log.flush()
    process.exit(1)
  }
}
