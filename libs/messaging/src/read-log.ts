import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { countUnread } from './consumer-lag.ts'
import type { EventLog, LogRecord } from './event-log.ts'

const LOOK_EVERY_MS = 200
const MAX_BATCH = 500

/** All records that topics hold now, for an operator to look at. Reads as a group of its own, so no consumer misses anything. */
export async function readTopics(
  eventLog: Pick<EventLog, 'subscribe' | 'lag'>,
  topics: string[],
): Promise<LogRecord[]> {
  const group = `operator-${randomUUID()}`
  const records: LogRecord[] = []
  const failed = Promise.withResolvers<never>()
  const subscriber = eventLog.subscribe({
    group,
    topics,
    maxBatch: MAX_BATCH,
    onBatch: async (batch) => void records.push(...batch.records),
    onFatal: failed.reject,
  })
  try {
    await Promise.race([subscriber.start(), failed.promise])
    while (await isBehind(eventLog, group, topics)) {
      await Promise.race([after(LOOK_EVERY_MS), failed.promise])
    }
  } finally {
    await subscriber.stop()
  }
  return records
}

async function isBehind(eventLog: Pick<EventLog, 'lag'>, group: string, topics: string[]): Promise<boolean> {
  return countUnread(Object.values(await eventLog.lag(group, topics)).flat()) > 0
}
