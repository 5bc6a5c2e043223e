import { setTimeout as after } from 'node:timers/promises'
import { countUnread } from './consumer-lag.ts'
import type { EventLog, LogRecord, Subscriber, Subscription } from './event-log.ts'

const LOOK_EVERY_MS = 200
const MAX_BATCH = 500

export type KafkaRead = {
  /** A new group of its own, so that no consumer misses anything. */
  group: string
  topics: string[]
  take: (records: LogRecord[]) => void
  signal: AbortSignal
  subscribe(subscription: Subscription): Subscriber
  lag: EventLog['lag']
}

/** Kafka gives records to members of groups alone: one reads until nothing is unread. */
export async function readAsGroup({ group, topics, take, signal, subscribe, lag }: KafkaRead): Promise<void> {
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  const giveUp = () => failed.reject(signal.reason)
  signal.addEventListener('abort', giveUp)
  const subscriber = subscribe({
    group,
    topics,
    maxBatch: MAX_BATCH,
    onBatch: async (batch) => take(batch.records),
    onFatal: failed.reject,
  })
  try {
    signal.throwIfAborted()
    await Promise.race([subscriber.start(), failed.promise])
    while (countUnread(Object.values(await lag(group, topics)).flat()) > 0) {
      await Promise.race([after(LOOK_EVERY_MS), failed.promise])
    }
  } finally {
    signal.removeEventListener('abort', giveUp)
    await subscriber.stop()
  }
}
