import { connectKafka } from '@walkon/messaging/kafka-log'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { describeConsumer } from '@walkon/messaging/consumer.contract'
import { describeEventLog } from '@walkon/messaging/event-log.contract'
import { freePort } from '@walkon/postgres/server'
import { createTcpProxy } from '@walkon/testing/tcp-proxy'
import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import {
  aRecord,
  closings,
  collect,
  connect,
  log,
  newTopic,
  onBroker,
  settings,
  TOPIC,
} from '../support/kafka-broker.ts'

/** The broker soon misses members that are killed, and still keeps one that a busy machine holds up for seconds. */
const SHORT_SESSION_SECONDS = 6

const logUnderTest = {
  connect,
  newTopic,
  member: {
    adapter: 'kafka' as const,
    settings: { ...settings, KAFKA_SESSION_TIMEOUT_SECONDS: SHORT_SESSION_SECONDS },
  },
}

describeEventLog('the log in Kafka', async () => logUnderTest)
describeConsumer('a consumer of the log in Kafka', async () => logUnderTest)

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
