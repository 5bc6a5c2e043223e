import type { Log } from '@walkon/service/log'
import { sleep } from '@walkon/service/sleep'
import type { RecordBatch, Subscription } from './event-log.ts'

const LONGEST_WAIT_MS = 5_000

/**
 * Hands a batch over until it is taken, however it fails: nothing is thrown, and nothing is skipped.
 * False when the signal told to give up first; the batch is then as good as never seen.
 */
export async function deliver(
  { group, onBatch }: Subscription,
  batch: RecordBatch,
  signal: AbortSignal,
  log: Log,
): Promise<boolean> {
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await onBatch(batch, signal)
      return true
    } catch (error) {
      if (signal.aborted) break
      const { topic, partition } = batch
      log.error(
        { err: error, group, topic, partition, attempt },
        'batch refused; it will be handed over again',
      )
      await sleep(Math.min(50 * 2 ** attempt, LONGEST_WAIT_MS), signal)
    }
  }
  return false
}
