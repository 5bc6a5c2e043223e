import { isInfrastructureFault } from '@walkon/service/errors'
import type { Database } from '@walkon/service/database'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { setTimeout as after } from 'node:timers/promises'
import { UnreadableMessage } from './cloud-event.ts'
import { park } from './dead-letters.ts'
import type { EventLog, LogRecord, RecordBatch } from './event-log.ts'
import { applyRecords, type Handler } from './inbox.ts'

export type ConsumerOptions = {
  /** The service's name: its consumer group. Never rename a service. */
  group: string
  eventLog: EventLog
  db: Database
  handlers: Handler[]
  log: Log
  metrics: Metrics
  onFatal: (error: unknown) => void
}

/** One transaction holds at most this many events. */
const MAX_BATCH = 500

/** A handler may fail by a race that the next try does not meet; what fails every time is parked. */
const ATTEMPTS_BEFORE_PARKING = 3

const LONGEST_WAIT_MS = 5_000

/**
 * Feeds the topics of the handlers' events to them. A message that nobody can read, or that its handler refuses
 * every time, is parked and the partition moves on; a fault of what we stand on is waited out, for as long as it takes.
 */
export function createConsumer(options: ConsumerOptions): Part & { isAlive: () => boolean } {
  const { group, eventLog, db, handlers, log, metrics, onFatal } = options
  const parked = new Counter({
    name: 'dlq_messages_total',
    help: 'Messages parked because nobody could read or apply them',
    labelNames: ['topic', 'error'],
    registers: [metrics],
  })

  async function apply({ topic, records }: RecordBatch, signal: AbortSignal): Promise<void> {
    try {
      await waitingOutFaults(signal, () => applyRecords(db, handlers, records))
    } catch (error) {
      signal.throwIfAborted()
      log.warn(
        { err: error, topic, records: records.length },
        'batch refused; applying its messages one by one',
      )
      for (const record of records) await applyOrPark(record, signal)
    }
  }

  async function applyOrPark(record: LogRecord, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await waitingOutFaults(signal, () => applyRecords(db, handlers, [record]))
      } catch (error) {
        signal.throwIfAborted()
        if (attempt < ATTEMPTS_BEFORE_PARKING && !(error instanceof UnreadableMessage)) continue
        const { topic, partition, offset } = record
        log.error({ err: error, topic, partition, offset: String(offset) }, 'message parked')
        await waitingOutFaults(signal, () => park(db, group, record, error, attempt))
        parked.inc({ topic, error: error instanceof Error ? error.name : 'unknown' })
        return
      }
    }
  }

  async function waitingOutFaults(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!isInfrastructureFault(error)) throw error
        log.warn({ err: error, attempt }, 'waiting for the database')
        await after(Math.min(100 * 2 ** attempt, LONGEST_WAIT_MS), undefined, { signal })
      }
    }
  }

  const topics = [...new Set(handlers.map(({ definition }) => definition.topic))]
  return {
    name: 'consumer',
    ...eventLog.subscribe({ group, topics, maxBatch: MAX_BATCH, onBatch: apply, onFatal }),
  }
}
