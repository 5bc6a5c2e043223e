import { deadLetterTopic, type Topic } from '@walkon/contracts/topics'
import { createKafkaClient } from '@walkon/messaging/kafka-client'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { createLog } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import { afterAll, inject, onTestFinished, vi } from 'vitest'

/** The broker of the integration suite, as a test uses it. */

export const settings = { KAFKA_BROKERS: [inject('kafkaBrokers')], KAFKA_TLS: false }
export const log = createLog({ service: 'test', level: 'silent' })
/** On a busy machine a process can stand still for seconds, and a member that is missed gets its records again. */
const LONG_SESSION_SECONDS = 20
export const TOPIC: Topic = { partitions: 3, cleanup: 'delete', retentionDays: 1 }

/** What the test file that imports this closes at its end. */
export const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closings.map((close) => close()))
})

export async function connect() {
  const { eventLog, start, close } = connectKafka({
    clientId: 'test',
    settings: { ...settings, KAFKA_SESSION_TIMEOUT_SECONDS: LONG_SESSION_SECONDS },
    log,
  })
  closings.push(close)
  await start()
  return eventLog
}

/**
 * A topic whose partitions are all led, which only their leader answers. While one of them has no leader, a request for two of them is
 * repeated, and the record of the other one comes twice.
 */
export async function newTopic(): Promise<string> {
  const topic = `test.${randomUUID()}`
  const topics = { [topic]: TOPIC, [deadLetterTopic(topic)]: TOPIC }
  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics })
  await vi.waitFor(() =>
    onBroker((admin) => Promise.all(Object.keys(topics).map((name) => admin.fetchTopicOffsets(name)))),
  )
  return topic
}

/** The values that a new member receives. */
export function collect(eventLog: Awaited<ReturnType<typeof connect>>, topic: string) {
  const values: string[] = []
  const subscriber = eventLog.subscribe({
    group: randomUUID(),
    topics: [topic],
    maxBatch: 100,
    onBatch: async ({ records }) => void values.push(...records.map(({ value }) => String(value))),
    onFatal: () => {},
  })
  onTestFinished(() => subscriber.stop())
  return { subscriber, values }
}

export const aRecord = (topic: string, value: string) => ({
  topic,
  key: 'a',
  value: Buffer.from(value),
  headers: {},
})

export const TOPIC_RESOURCE = 2

export async function onBroker<Result>(
  work: (admin: ReturnType<ReturnType<typeof createKafkaClient>['admin']>) => Promise<Result>,
) {
  const admin = createKafkaClient({ clientId: 'test', settings, log }).admin()
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.disconnect()
  }
}
