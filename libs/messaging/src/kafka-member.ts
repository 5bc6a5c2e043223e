import type { Log } from '@walkon/service/log'
import kafkajs, { type Consumer, type EachBatchPayload, type Kafka, type KafkaMessage } from 'kafkajs'
import { deliver } from './delivery.ts'
import type { LogRecord, Subscriber, Subscription } from './event-log.ts'
import { createSilenceWatch, keepConsuming, watchConsumer } from './kafka-crashes.ts'

const { KafkaJSError } = kafkajs

export type KafkaMemberOptions = {
  kafka: Kafka
  subscription: Subscription
  log: Log
  /** After this long without a heartbeat the broker gives a member's partitions to others. */
  sessionSeconds?: number | undefined
}

/**
 * The cost of a killed process: its partitions stand still for this long. An alert has a minute, and heartbeats go on while a batch is
 * handled, so this may be far shorter than usual.
 */
const SESSION_SECONDS = 10
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
 * A member of a consumer group. kafkajs takes an error of a handler for a fault of its own and may stop for good over it, while the process
 * looks well. So nothing of ours is thrown into it. A consumer that crashes because of the broker is replaced, after growing waits; for any
 * other crash the process is told to go.
 */
export function createKafkaMember(options: KafkaMemberOptions): Subscriber {
  const { kafka, subscription, log, sessionSeconds = SESSION_SECONDS } = options
  const { group, topics, onFatal } = subscription
  const sessionTimeoutMs = sessionSeconds * 1_000
  const heartbeatMs = Math.min(3_000, sessionTimeoutMs / 3)
  const stopping = new AbortController()
  const stopped = once(stopping.signal)
  const joined = Promise.withResolvers<void>()
  /** Aborted when the partitions of this assignment may be another member's soon. */
  let assignment = new AbortController()
  let running: Promise<void> | undefined
  const { hear, isAlive } = createLiveness()
  const report = (fault: Error | null) => {
    if (!stopping.signal.aborted) subscription.onConsuming?.(fault)
  }

  /** One consumer, from its joining to its crash. Returns the crash, or null when the member stops. */
  async function consume(): Promise<Error | null> {
    const consumer = createConsumer(kafka, group, { sessionTimeoutMs, heartbeatMs })
    const crashed = Promise.withResolvers<Error>()
    const silence = createSilenceWatch(report)
    const onJoin = () => {
      if (!stopping.signal.aborted) assignment = new AbortController()
      silence.begin()
      report(null)
      joined.resolve()
    }
    const onCrash = (error: Error) => {
      assignment.abort()
      crashed.resolve(error)
    }
    watchConsumer(consumer, { onSign: hear, onAnswer: silence.onAnswer, onJoin, onCrash })
    try {
      await joinGroup(consumer, topics, eachBatch, stopping.signal)
      return await Promise.race([crashed.promise, stopped.then(() => null)])
    } finally {
      silence.end()
      await consumer.disconnect()
    }
  }

  async function eachBatch(payload: EachBatchPayload): Promise<void> {
    const { signal } = assignment
    const beat = () => {
      hear()
      void heartbeat(payload, () => assignment.abort())
    }
    const beating = setInterval(beat, heartbeatMs / 2)
    await handleBatch(payload, subscription, signal, log).finally(() => clearInterval(beating))
  }

  return {
    start: async () => {
      running ??= keepConsuming(consume, { signal: stopping.signal, onSign: hear, report, onFatal })
      await Promise.race([joined.promise, stopped])
    },
    stop: async () => {
      stopping.abort()
      assignment.abort()
      await running
    },
    isAlive: () => running === undefined || isAlive(),
  }
}

function createLiveness() {
  let heardAt = Date.now()
  return {
    hear: () => {
      heardAt = Date.now()
    },
    isAlive: () => Date.now() - heardAt < ALIVE_WITHIN_MS,
  }
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

/** Hands over fetched records, and commits each part that was taken; ends early when `signal` aborts. */
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
