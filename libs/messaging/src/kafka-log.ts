import type { Log } from '@walkon/service/log'
import { sleep } from '@walkon/service/sleep'
import kafkajs, { type Admin, type Producer, type TopicMessages } from 'kafkajs'
import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import type { EventLog, NewRecord, PartitionLag, Subscriber, Subscription } from './event-log.ts'
import { createPartitioner, demandAnswers } from './kafka-answers.ts'
import { createKafkaClient, type KafkaOptions } from './kafka-client.ts'
import { createKafkaMember } from './kafka-member.ts'
import { readAsGroup } from './kafka-reads.ts'
import {
  rejection,
  RejectedRecords,
  weighRecords,
  type RejectedRecord,
  type Weighed,
} from './rejected-records.ts'

const { KafkaJSProtocolError } = kafkajs

/** How the name of a group begins in which an operator reads. */
export const OPERATORS_GROUP = 'operator-'

/** The broker's limit is for what one request brings to one partition, so a request stays below it in all. */
const MAX_REQUEST_BYTES = 900_000

/** The relay keeps a transaction open meanwhile, which PostgreSQL ends after a minute. */
const PUBLISH_TIMEOUT_MS = 25_000

const RECONNECT_MS = 1_000

/** How the broker says that it will never take a record. */
const REFUSALS = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
])

/** The idempotent producer can lose records when its retries are limited; consumers drop duplicates by id instead. */
const PRODUCER = {
  idempotent: false,
  maxInFlightRequests: 1,
  allowAutoTopicCreation: false,
  createPartitioner,
}

/**
 * The log in Kafka. `start` does not wait for a broker that is not there yet: what needs one waits by itself, and
 * a service answers meanwhile.
 */
export function connectKafka(options: KafkaOptions) {
  const { log } = options
  const sessionSeconds = options.settings.KAFKA_SESSION_TIMEOUT_SECONDS
  const kafka = createKafkaClient(options)
  const producer = kafka.producer(PRODUCER)
  const admin = kafka.admin()
  const closing = new AbortController()
  const subscribers = new Set<Subscriber>()
  let connected: Promise<void> | undefined
  let adminConnected: Promise<void> | undefined

  async function publish(records: NewRecord[]): Promise<void> {
    const { accepted, rejected } = weighRecords(records)
    await withinTime(async () => {
      await connected
      for (const request of requestsOf(accepted)) rejected.push(...(await send(producer, request)))
    })
    if (rejected.length > 0) throw new RejectedRecords(rejected)
  }

  const createMember = (subscription: Subscription) =>
    createKafkaMember({ kafka, subscription, log, sessionSeconds })

  function subscribe(subscription: Subscription): Subscriber {
    const subscriber = createMember(subscription)
    subscribers.add(subscriber)
    return subscriber
  }

  async function connectAdmin(): Promise<void> {
    adminConnected ??= admin.connect().catch((error: unknown) => {
      adminConnected = undefined
      throw error
    })
    await adminConnected
  }

  async function lag(group: string, topics: string[]): Promise<Record<string, PartitionLag[]>> {
    await connectAdmin()
    return readLag(admin, group, topics)
  }

  const read: EventLog['read'] = async (topics, take, signal = closing.signal) => {
    const group = `${OPERATORS_GROUP}${randomUUID()}`
    try {
      await readAsGroup({ group, topics, take, signal, subscribe: createMember, lag })
    } finally {
      // A deletion that fails is not tried again: the broker removes an unused group after a week.
      await admin.deleteGroups([group]).catch(() => {})
    }
  }

  async function start(): Promise<void> {
    connected ??= keepConnecting(producer, log, closing.signal)
  }

  async function close(): Promise<void> {
    closing.abort()
    await Promise.all([...subscribers].map((subscriber) => subscriber.stop()))
    await connected
    await producer.disconnect()
    await admin.disconnect()
  }

  const eventLog: EventLog = { publish, subscribe, lag, read, close }
  return { eventLog, start, close }
}

/** Logs one line for each reason: it tries every second, and Kafka may be away for hours. */
async function keepConnecting(producer: Producer, log: Log, signal: AbortSignal): Promise<void> {
  let told = ''
  while (!signal.aborted) {
    try {
      return await producer.connect()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== told) log.warn({ reason }, 'waiting for kafka')
      told = reason
      await sleep(RECONNECT_MS, signal)
    }
  }
}

/** Sends what fits into one request, and finds out which of its records the broker refuses: it does not say. */
async function send(producer: Producer, request: Weighed[]): Promise<RejectedRecord[]> {
  try {
    const topicMessages = messagesOf(request)
    demandAnswers(topicMessages, await producer.sendBatch({ acks: -1, timeout: 10_000, topicMessages }))
    return []
  } catch (error) {
    if (!(error instanceof KafkaJSProtocolError) || !REFUSALS.has(error.type)) throw error
    const [only] = request
    if (only && request.length === 1) return [rejection(only, `${error.type}: ${error.message}`)]
    const middle = Math.ceil(request.length / 2)
    return [
      ...(await send(producer, request.slice(0, middle))),
      ...(await send(producer, request.slice(middle))),
    ]
  }
}

async function readLag(
  admin: Admin,
  group: string,
  topics: string[],
): Promise<Record<string, PartitionLag[]>> {
  const committed = await admin.fetchOffsets({ groupId: group, topics })
  const lags = committed.map(async ({ topic, partitions }) => {
    const ends = await admin.fetchTopicOffsets(topic)
    const ofPartitions = ends.map(({ partition, high, low }): PartitionLag => {
      const offset = partitions.find((entry) => entry.partition === partition)?.offset ?? '-1'
      return { partition, nextOffset: Math.max(Number(offset), Number(low)), endOffset: Number(high) }
    })
    return [topic, ofPartitions] as const
  })
  return Object.fromEntries(await Promise.all(lags))
}

async function withinTime(work: () => Promise<void>): Promise<void> {
  const finished = new AbortController()
  const tooLate = after(PUBLISH_TIMEOUT_MS, undefined, { signal: finished.signal }).then(() => {
    throw new Error(`Kafka took nothing within ${PUBLISH_TIMEOUT_MS} ms`)
  })
  try {
    await Promise.race([work(), tooLate])
  } finally {
    tooLate.catch(() => {})
    finished.abort()
  }
}

/** In order, each as large as the broker takes at once. */
function requestsOf(records: Weighed[]): Weighed[][] {
  const requests: Weighed[][] = []
  let bytes = Infinity
  for (const record of records) {
    bytes += record.bytes
    if (bytes > MAX_REQUEST_BYTES) {
      requests.push([])
      bytes = record.bytes
    }
    requests.at(-1)?.push(record)
  }
  return requests
}

function messagesOf(request: Weighed[]): TopicMessages[] {
  return [...Map.groupBy(request, ({ record }) => record.topic)].map(([topic, weighed]) => ({
    topic,
    messages: weighed.map(({ record: { key, value, headers } }) => ({ key, value, headers })),
  }))
}
