import { deadLetterTopic, type Topic } from '@walkon/contracts/topics'
import { describeConsumer } from '@walkon/messaging/consumer.contract'
import { describeEventLog } from '@walkon/messaging/event-log.contract'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { createKafkaClient } from '@walkon/messaging/kafka-client'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { RejectedRecords } from '@walkon/messaging/rejected-records'
import { createLog } from '@walkon/service/log'
import { freePort } from '@walkon/postgres/server'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'

const settings = { KAFKA_BROKERS: [inject('kafkaBrokers')], KAFKA_TLS: false }
const log = createLog({ service: 'test', level: 'silent' })
/** Of the members that are killed: the shortest that the broker allows, so that they are soon missed. */
const SHORT_SESSION_MS = 6_000
/** Of all others: on a busy machine a process can stand still for seconds, and a member that is missed gets its records again. */
const LONG_SESSION_MS = 20_000
const TOPIC: Topic = { partitions: 3, cleanup: 'delete', retentionDays: 1 }

const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closings.map((close) => close()))
})

async function connect() {
  const { eventLog, start, close } = connectKafka({
    clientId: 'test',
    settings,
    log,
    sessionTimeoutMs: LONG_SESSION_MS,
  })
  closings.push(close)
  await start()
  return eventLog
}

/**
 * A topic whose partitions are all led, which only their leader answers. While one of them has no leader, a request for two of them is
 * repeated, and the record of the other one comes twice.
 */
async function newTopic(): Promise<string> {
  const topic = `test.${randomUUID()}`
  const topics = { [topic]: TOPIC, [deadLetterTopic(topic)]: TOPIC }
  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics })
  await vi.waitFor(() =>
    onBroker((admin) => Promise.all(Object.keys(topics).map((name) => admin.fetchTopicOffsets(name)))),
  )
  return topic
}

const logUnderTest = {
  connect,
  newTopic,
  member: { adapter: 'kafka' as const, settings, sessionTimeoutMs: SHORT_SESSION_MS },
}

describeEventLog('the log in Kafka', async () => logUnderTest)
describeConsumer('a consumer of the log in Kafka', async () => logUnderTest)

/** The values that a new member receives. */
function collect(eventLog: Awaited<ReturnType<typeof connect>>, topic: string) {
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

const aRecord = (topic: string, value: string) => ({
  topic,
  key: 'a',
  value: Buffer.from(value),
  headers: {},
})

test('a service may start before the broker, and works once the broker runs', async () => {
  const port = await freePort()
  const early = connectKafka({
    clientId: 'early',
    settings: { ...settings, KAFKA_BROKERS: [`127.0.0.1:${port}`] },
    log,
  })
  closings.push(early.close)
  await early.start()
  const topic = await newTopic()
  const { subscriber, values } = collect(early.eventLog, topic)
  const joined = subscriber.start()
  const published = early.eventLog.publish([aRecord(topic, '1')])
  expect(subscriber.isAlive()).toBe(true)

  const [host = '', brokerPort] = inject('kafkaBrokers').split(':')
  const proxy = await createTcpProxy({ host, port: Number(brokerPort) }, port)
  onTestFinished(() => proxy.cut().catch(() => {}))

  await joined
  await published
  await vi.waitFor(() => expect(values).toEqual(['1']))
})

test('a member that waits for a broker that never comes can be stopped', async () => {
  const early = connectKafka({
    clientId: 'early',
    settings: { ...settings, KAFKA_BROKERS: [`127.0.0.1:${await freePort()}`] },
    log,
  })
  await early.start()
  const { subscriber } = collect(early.eventLog, 'test.nowhere')
  const joined = subscriber.start()

  await subscriber.stop()

  await expect(joined).resolves.toBeUndefined()
  await early.close()
})

test('a member may start before its topic is made', async () => {
  const topic = `test.${randomUUID()}`
  const eventLog = await connect()
  const { subscriber, values } = collect(eventLog, topic)
  const joined = subscriber.start()

  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics: { [topic]: TOPIC } })
  await joined
  await eventLog.publish([aRecord(topic, '1')])

  await vi.waitFor(() => expect(values).toEqual(['1']))
})

test('a member whose topic is deleted does not end its process, and goes on once the topic is back', async () => {
  const topic = await newTopic()
  const eventLog = await connect()
  const states: (Error | null)[] = []
  const onFatal = vi.fn()
  const values: string[] = []
  const subscriber = eventLog.subscribe({
    group: randomUUID(),
    topics: [topic],
    maxBatch: 100,
    onBatch: async ({ records }) => void values.push(...records.map(({ value }) => String(value))),
    onConsuming: (fault) => void states.push(fault),
    onFatal,
  })
  onTestFinished(() => subscriber.stop())
  await subscriber.start()
  await eventLog.publish([aRecord(topic, 'before')])
  await vi.waitFor(() => expect(values).toEqual(['before']))
  expect(states).toEqual([null])

  await onBroker((admin) => admin.deleteTopics({ topics: [topic] }))
  await vi.waitFor(() => expect(states.at(-1)).toBeInstanceOf(Error))

  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics: { [topic]: TOPIC } })
  await vi.waitFor(() => expect(states.at(-1)).toBeNull())
  await eventLog.publish([aRecord(topic, 'after')])
  await vi.waitFor(() => expect(values).toContain('after'))
  expect(onFatal).not.toHaveBeenCalled()
}, 120_000)

test('what the broker itself refuses is found among the others, which are published in order', async () => {
  const topic = await newTopic()
  const eventLog = await connect()
  // Larger than the broker's limit for dead letters, which only the broker knows, and within the limit that is checked before.
  const records = [
    aRecord(deadLetterTopic(topic), '1'),
    aRecord(deadLetterTopic(topic), 'x'.repeat(1_500_000)),
    aRecord(deadLetterTopic(topic), '2'),
  ]
  await limitMessages(deadLetterTopic(topic), 1_000_000)

  const published = eventLog.publish(records)

  await expect(published).rejects.toThrow(RejectedRecords)
  await expect(published).rejects.toMatchObject({ rejected: [{ index: 1, topic: deadLetterTopic(topic) }] })
  const { subscriber, values } = collect(eventLog, deadLetterTopic(topic))
  await subscriber.start()
  await vi.waitFor(() => expect(values).toEqual(['1', '2']))
})

/** As an operator would by mistake. */
async function limitMessages(topic: string, bytes: number): Promise<void> {
  await onBroker((admin) =>
    admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: TOPIC_RESOURCE,
          name: topic,
          configEntries: [{ name: 'max.message.bytes', value: String(bytes) }],
        },
      ],
    }),
  )
}

test('a message of the largest size that the broker accepts can become a dead letter', async () => {
  const topic = deadLetterTopic(await newTopic())
  const eventLog = await connect()

  await eventLog.publish([aRecord(topic, 'x'.repeat(1_100_000))])

  const { subscriber, values } = collect(eventLog, topic)
  await subscriber.start()
  await vi.waitFor(() => expect(values.map((value) => value.length)).toEqual([1_100_000]))
})

test('topics are created as declared, and creating them again changes only their settings', async () => {
  const topic = `test.${randomUUID()}`
  const declared: Topic = { partitions: 2, cleanup: 'compact', retentionDays: 7 }
  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics: { [topic]: declared } })

  const changed: Topic = { partitions: 5, cleanup: 'delete', retentionDays: 3 }
  await createTopics({ clientId: 'test', settings, log, replicationFactor: 1, topics: { [topic]: changed } })

  const { partitions, config } = await onBroker(async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
    const described = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: TOPIC_RESOURCE, name: topic }],
    })
    const entries = described.resources[0]?.configEntries ?? []
    return {
      partitions: topics[0]?.partitions.length,
      config: Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue])),
    }
  })
  expect(partitions).toBe(2)
  expect(config).toMatchObject({
    'cleanup.policy': 'delete',
    'retention.ms': String(3 * 24 * 60 * 60_000),
    'segment.ms': String(12 * 60 * 60_000),
  })
})

const TOPIC_RESOURCE = 2

async function onBroker<Result>(
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
