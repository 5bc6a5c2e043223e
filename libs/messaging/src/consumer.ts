import { isInfrastructureFault, isStatementTimeout } from '@walkon/service/errors'
import type { Database } from '@walkon/service/database'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import type { Tracer } from '@walkon/service/spans'
import { Counter, Gauge } from 'prom-client'
import { setTimeout as after } from 'node:timers/promises'
import { sendToDeadLetters, type DeadLetter } from './dead-letters.ts'
import type { EventLog, RecordBatch } from './event-log.ts'
import { applyReadable, sortRecords, type Handler, type LogPosition, type ReadRecord } from './inbox.ts'
import { BEFORE_OTHERS, endOfBatch } from './log-position.ts'
import { createMembership } from './membership.ts'

export type ConsumerOptions = {
  /** The service's name: its consumer group. Never rename a service. */
  group: string
  eventLog: EventLog
  db: Database
  handlers: Handler[]
  log: Log
  metrics: Metrics
  /** Without it batches have a trace and no spans. */
  tracer?: Tracer | undefined
  onFatal: (error: unknown) => void
}

export type Consumer = Part & {
  /** False when the member has not been heard of for longer than a session may last. */
  isAlive(): boolean
  /** True if the consumer has joined its group once since the start. */
  hasJoined(): boolean
  /** Null while the consumer consumes, else why not. */
  fault(): string | null
}

/** One transaction holds at most this many events. */
const MAX_BATCH = 500

/** A handler may fail by a race that the next try does not meet; a record that fails every time is a dead letter. */
const ATTEMPTS = 3

const LONGEST_WAIT_MS = 5_000

/**
 * Feeds the topics of the handlers' events to them. Records that cannot be read, or that their handler refuses every time, go to the dead
 * letters and the partition moves on. A fault of the infrastructure is waited out, for as long as it takes.
 */
export function createConsumer(options: ConsumerOptions): Consumer {
  const { group, eventLog, db, handlers, log, metrics, tracer = null, onFatal } = options
  const topics = topicsOf(handlers)
  const { deadLetters, applied, passOver } = createConsumerMetrics(topics, metrics, log)
  const membership = createMembership(group, log)

  async function applyBatch({ topic, records }: RecordBatch, signal: AbortSignal): Promise<void> {
    const { readable, unreadable, unknownTypes } = sortRecords(handlers, records)
    await setAside(
      unreadable.map((letter) => ({ ...letter, attempts: 1 })),
      signal,
    )
    passOver(topic, unknownTypes)
    const last = records.at(-1)
    if (last) await apply(readable, endOfBatch({ group, eventLog, last, log }), signal)
    applied.set({ group, topic }, Date.now() / 1_000)
  }

  /** All in one transaction. A refused batch is halved, so that the records beside a poison record stay together. */
  async function apply(
    records: ReadRecord[],
    position: LogPosition,
    signal: AbortSignal,
    attempt = 1,
  ): Promise<void> {
    try {
      await waitingOutFaults(log, signal, () =>
        applyReadable(db, handlers, records, position, { tracer, group }),
      )
    } catch (error) {
      signal.throwIfAborted()
      const [first, ...others] = records
      if (!first) throw error
      if (others.length > 0) {
        const { topic } = first.record
        log.warn({ err: error, topic, records: records.length }, 'batch refused; applying its halves')
        const middle = Math.ceil(records.length / 2)
        await apply(records.slice(0, middle), BEFORE_OTHERS, signal)
        await apply(records.slice(middle), position, signal)
      } else if (attempt < ATTEMPTS) await apply(records, position, signal, attempt + 1)
      else await setAside([{ record: first.record, error, attempts: attempt }], signal)
    }
  }

  async function setAside(letters: DeadLetter[], signal: AbortSignal): Promise<void> {
    if (letters.length === 0) return
    await waitingOutFaults(log, signal, () => sendToDeadLetters(db, group, letters))
    for (const { record, error } of letters) {
      const { topic, partition, offset } = record
      log.error({ err: error, topic, partition, offset: String(offset) }, 'message sent to the dead letters')
      deadLetters.inc({ topic })
    }
  }

  const { hasJoined, fault, onConsuming } = membership
  return {
    name: 'consumer',
    hasJoined,
    fault,
    ...eventLog.subscribe({ group, topics, maxBatch: MAX_BATCH, onBatch: applyBatch, onConsuming, onFatal }),
  }
}

/** A statement that is always too slow is no outage: waiting for it would hold its partition for ever. */
async function waitingOutFaults(log: Log, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isInfrastructureFault(error) || isStatementTimeout(error)) throw error
      log.warn({ err: error, attempt }, 'waiting for the database')
      await after(Math.min(100 * 2 ** attempt, LONGEST_WAIT_MS), undefined, { signal })
    }
  }
}

export const topicsOf = (handlers: Handler[]): string[] => [
  ...new Set(handlers.map(({ definition }) => definition.topic)),
]

function createConsumerMetrics(topics: string[], metrics: Metrics, log: Log) {
  const deadLetters = new Counter({
    name: 'dlq_messages_total',
    help: 'Messages that could not be read or applied',
    // Without the error, which is in the log line: a series that begins with its first letter raises no alarm.
    labelNames: ['topic'],
    registers: [metrics],
  })
  // A rate over a counter misses what the counter began with.
  for (const topic of topics) deadLetters.inc({ topic }, 0)
  const unknown = new Counter({
    name: 'consumer_unknown_events_total',
    help: 'Events passed over because no contract defines their type',
    labelNames: ['topic'],
    registers: [metrics],
  })
  for (const topic of topics) unknown.inc({ topic }, 0)
  const applied = new Gauge({
    name: 'consumer_last_applied_timestamp_seconds',
    help: 'When a batch of the topic was last applied',
    labelNames: ['group', 'topic'],
    registers: [metrics],
  })
  const passOver = (topic: string, types: string[]) => {
    if (types.length === 0) return
    log.warn({ topic, types: [...new Set(types)].slice(0, 10) }, 'events of unknown types passed over')
    unknown.inc({ topic }, types.length)
  }
  return { deadLetters, applied, passOver }
}
