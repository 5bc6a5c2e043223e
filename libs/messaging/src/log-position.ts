import type { Log } from '@walkon/service/log'
import { setTimeout as after } from 'node:timers/promises'
import type { EventLog, LogRecord } from './event-log.ts'
import type { LogPosition } from './inbox.ts'

/** A handler asks within its transaction, which holds locks. */
const ANSWER_WITHIN_MS = 2_000

/** Other records of the partition are known to follow. */
export const BEFORE_OTHERS: LogPosition = { isNewest: async () => false }

/** A dead letter that an operator sends again. */
export const REPLAYED: LogPosition = { isNewest: async () => false, isReplayed: true }

export type BatchEnd = {
  group: string
  eventLog: Pick<EventLog, 'lag'>
  /** The last record of the batch, readable or not. */
  last: LogRecord
  log: Log
}

/** The position of a batch. The log is asked at the handler's question: after an outage the end of the log at the fetch is not its end any more. */
export const endOfBatch = ({ group, eventLog, last, log }: BatchEnd): LogPosition => ({
  async isNewest() {
    const { topic, partition, offset } = last
    const answered = new AbortController()
    try {
      const lags = await Promise.race([
        eventLog.lag(group, [topic]),
        after(ANSWER_WITHIN_MS, null, { signal: answered.signal }),
      ])
      const end = lags?.[topic]?.find((lag) => lag.partition === partition)?.endOffset
      return end !== undefined && BigInt(end) <= offset + 1n
    } catch (error) {
      log.warn({ err: error, topic, partition }, 'the log does not say whether it holds newer records')
      return false
    } finally {
      answered.abort()
    }
  },
})
