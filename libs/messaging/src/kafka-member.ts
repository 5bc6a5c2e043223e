import type { Log } from '@walkon/service/log'
import kafkajs, { type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs'
import { setTimeout as after } from 'node:timers/promises'
import { deliver } from './delivery.ts'
import type { LogRecord, Subscriber, Subscription } from './event-log.ts'

const { KafkaJSError } = kafkajs

export type KafkaMemberOptions = {
  kafka: Kafka
  subscription: Subscription
  log: Log
  /** After this long without a heartbeat the broker gives a member's partitions to others. */
  sessionTimeoutMs?: number
}

/** Waits between tries to join double up to the longest; they begin anew after a time of consuming. */
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
const STEADY_AFTER_MS = 10_000

/** A broker that is paused or cut off ends nothing: its silence is all that tells. */
const SILENT_AFTER_MS = 15_000

/**
 * What a killed process costs: its partitions stand still for this long. An alert has a minute, and heartbeats go on
 * while a batch is handled, so this may be far shorter than usual.
 */
const SESSION_TIMEOUT_MS = 10_000
const REBALANCE_TIMEOUT_MS = 30_000

/** Nothing heard for so long, not even a failed try to connect: the loop itself is dead. */
const ALIVE_WITHIN_MS = 90_000

/** Heartbeat errors that mean a rebalance. */
const REASSIGNMENTS = new Set([
  'REBALANCE_IN_PROGRESS',
  'NOT_COORDINATOR_FOR_GROUP',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
])

/**
 * A member of a consumer group. kafkajs takes what a handler throws for a fault of its own and may stop for
 * good over it, while the process looks well. So nothing of ours is thrown into it. A consumer that crashes because of the
 * broker is replaced, after growing waits; for any other crash the process is told to go.
 */
export function createKafkaMember(options: KafkaMemberOptions): Subscriber {
  const { kafka, subscription, log, sessionTimeoutMs = SESSION_TIMEOUT_MS } = options
  const { group, topics, onFatal } = subscription
  const heartbeatMs = Math.min(3_000, sessionTimeoutMs / 3)
  const stopping = new AbortController()
  const stopped = once(stopping.signal)
  const joined = Promise.withResolvers<void>()
  /** Aborted when the partitions of this assignment may be another member's soon. */
  let assignment = new AbortController()
  let running: Promise<void> | undefined
  let heardAt = Date.now()
  const hear = () => {
    heardAt = Date.now()
  }
  const report = (fault: Error | null) => {
    if (!stopping.signal.aborted) subscription.onConsuming?.(fault)
  }

  /** One consumer, from its joining to its crash. Returns the crash, or null when the member stops. */
  async function consume(): Promise<Error | null> {
    const consumer = createConsumer(kafka, group, { sessionTimeoutMs, heartbeatMs })
    const crashed = Promise.withResolvers<Error>()
    const silence = createSilenceWatch(report)
    watchConsumer(consumer, {
      onSign: hear,
      onAnswer: silence.onAnswer,
      onJoin: () => {
        if (!stopping.signal.aborted) assignment = new AbortController()
        silence.begin()
        report(null)
        joined.resolve()
      },
      onCrash: (error) => {
        assignment.abort()
        crashed.resolve(error)
      },
    })
    try {
      await joinGroup(consumer, topics, eachBatch, stopping.signal)
      return await Promise.race([crashed.promise, stopped.then(() => null)])
    } finally {
      silence.end()
      await consumer.disconnect()
    }
  }

  /** Neither the broker nor the topics need be there yet, and both may go away. */
  async function consumeUntilStopped(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const startedAt = Date.now()
      hear()
      const crash = await consume().catch(toJoinFailure)
      if (crash === null || stopping.signal.aborted) return
      report(crash)
      if (!mayJoinAgain(crash)) return onFatal(crash)
      if (Date.now() - startedAt > STEADY_AFTER_MS) failures = 0
      await after(rejoinWaitMs(failures), undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { signal } = assignment
    const beat = setInterval(() => {
      hear()
      void heartbeat(payload, () => assignment.abort())
    }, heartbeatMs / 2)
    await handleBatch(payload, subscription, signal, log).finally(() => clearInterval(beat))
  }

  return {
    start: async () => {
      running ??= consumeUntilStopped()
      await Promise.race([joined.promise, stopped])
    },
    stop: async () => {
      stopping.abort()
      assignment.abort()
      await running
    },
    isAlive: () => running === undefined || Date.now() - heardAt < ALIVE_WITHIN_MS,
  }
}

type ConsumerEvents = {
  /** The consumer's loop runs, whether or not the broker answers. */
  onSign(): void
  onAnswer(): void
  onJoin(): void
  onCrash(error: Error): void
}

function watchConsumer(consumer: Consumer, { onSign, onAnswer, onJoin, onCrash }: ConsumerEvents): void {
  const { FETCH_START, FETCH, HEARTBEAT, GROUP_JOIN, CRASH, START_BATCH_PROCESS } = consumer.events
  const signs = [FETCH_START, FETCH, HEARTBEAT, START_BATCH_PROCESS, GROUP_JOIN, CRASH] as const
  for (const event of signs) consumer.on(event, onSign)
  for (const event of [FETCH, HEARTBEAT] as const) consumer.on(event, onAnswer)
  consumer.on(GROUP_JOIN, onJoin)
  consumer.on(CRASH, ({ payload: { error } }) => onCrash(error))
}

/** Reports a broker that does not answer any more after a member has joined, and its first answer after that. */
function createSilenceWatch(report: (fault: Error | null) => void) {
  let isSilent = false
  let timer: NodeJS.Timeout | undefined
  const begin = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSilent = true
      report(new Error(`Kafka has not answered for ${SILENT_AFTER_MS / 1000} s`))
    }, SILENT_AFTER_MS).unref()
  }
  return {
    begin,
    onAnswer: () => {
      if (isSilent) report(null)
      isSilent = false
      timer?.refresh()
    },
    end: () => clearTimeout(timer),
  }
}

export const rejoinWaitMs = (failures: number): number =>
  Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS)

class JoinFailure extends Error {}

const toJoinFailure = (cause: unknown) => new JoinFailure('The group could not be joined', { cause })

/** Faults that kafkajs calls final and that a broker which is starting, or has no topics yet, answers with. */
const BROKER_FAULTS = new Set(['KafkaJSNumberOfRetriesExceeded', 'KafkaJSGroupCoordinatorNotFound'])

/** Whether a crash comes from the broker. Any other is a bug, of ours or of kafkajs. */
export function mayJoinAgain(crash: Error): boolean {
  for (let cause: unknown = crash; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof JoinFailure || BROKER_FAULTS.has(cause.name)) return true
    if ('retriable' in cause && cause.retriable === true) return true
  }
  return false
}

function createConsumer(
  kafka: Kafka,
  group: string,
  { sessionTimeoutMs, heartbeatMs }: { sessionTimeoutMs: number; heartbeatMs: number },
): Consumer {
  return kafka.consumer({
    groupId: group,
    sessionTimeout: sessionTimeoutMs,
    heartbeatInterval: heartbeatMs,
    rebalanceTimeout: REBALANCE_TIMEOUT_MS,
    maxBytesPerPartition: 512 * 1024,
    maxBytes: 4 * 1024 * 1024,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
    // The counter is never set back by a success: a limit would be reached one day.
    retry: {
      retries: 1_000_000,
      initialRetryTime: 100,
      maxRetryTime: 5_000,
      factor: 0.2,
      multiplier: 2,
      // kafkajs restarts at once, without end: the member replaces the consumer itself.
      restartOnFailure: async () => false,
    },
  })
}

async function joinGroup(
  consumer: Consumer,
  topics: string[],
  eachBatch: (payload: EachBatchPayload) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await consumer.connect()
  await consumer.subscribe({ topics, fromBeginning: true })
  if (signal.aborted) return
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: 3,
    eachBatch,
  })
}

/** kafkajs beats only between batches; one that waits for the database would lose its session. */
async function heartbeat(payload: EachBatchPayload, onRebalance: () => void): Promise<void> {
  await payload.heartbeat().catch((error: unknown) => {
    if (error instanceof KafkaJSError && 'type' in error && REASSIGNMENTS.has(String(error.type)))
      onRebalance()
  })
}

/** Hands over what was fetched, and commits each part that was taken; ends early when `signal` aborts. */
async function handleBatch(
  payload: EachBatchPayload,
  subscription: Subscription,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const { batch, isRunning, isStale, resolveOffset } = payload
  const { topic, partition } = batch
  for (const messages of chunksOf(batch.messages, subscription.maxBatch)) {
    if (!isRunning() || isStale() || signal.aborted) return
    const records = messages.map((message) => toRecord(topic, partition, message))
    if (!(await deliver(subscription, { topic, partition, records }, signal, log))) return
    const last = messages.at(-1)?.offset ?? '0'
    await commit(payload, BigInt(last) + 1n)
    resolveOffset(last)
  }
}

/** Of all ways to commit, only this one, with offsets named, also works while the consumer is stopping. */
async function commit(
  { batch: { topic, partition }, commitOffsetsIfNecessary }: EachBatchPayload,
  offset: bigint,
): Promise<void> {
  try {
    await commitOffsetsIfNecessary({
      topics: [{ topic, partitions: [{ partition, offset: String(offset) }] }],
    })
  } catch (error) {
    // Its own errors kafkajs knows how to answer; of any other it would take some for the end.
    throw error instanceof KafkaJSError
      ? error
      : new Error('The offset could not be committed', { cause: error })
  }
}

function* chunksOf(messages: KafkaMessage[], size: number): Generator<KafkaMessage[]> {
  for (let start = 0; start < messages.length; start += size) yield messages.slice(start, start + size)
}

const toRecord = (
  topic: string,
  partition: number,
  { key, value, headers = {}, offset }: KafkaMessage,
): LogRecord => ({
  topic,
  partition,
  offset: BigInt(offset),
  key: key?.toString('utf8') ?? null,
  value,
  headers: Object.fromEntries(
    Object.entries(headers).map(([name, header]) => [
      name,
      String(Array.isArray(header) ? header[0] : header),
    ]),
  ),
})

const once = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
