import { deadLetterTopic, type Topic } from '@walkon/contracts/topics'
import { describeConsumer } from '@walkon/messaging/consumer.contract'
import { describeEventLog } from '@walkon/messaging/event-log.contract'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { createLog } from '@walkon/service/log'
import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'

const settings = { KAFKA_BROKERS: inject('kafkaBrokers'), KAFKA_TLS: false }
const log = createLog({ service: 'test', level: 'silent' })
/** The shortest that the broker allows, so that a killed member is soon missed. */
const sessionTimeoutMs = 6_000
const TOPIC: Topic = { partitions: 3, cleanup: 'delete', retentionDays: 1 }

const closings: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(closings.map((close) => close()))
})

async function connect() {
  const { eventLog, start, close } = connectKafka({ clientId: 'test', settings, log, sessionTimeoutMs })
  closings.push(close)
  await start()
  return eventLog
}

async function newTopic(): Promise<string> {
  const topic = `test.${randomUUID()}`
  await createTopics({
    clientId: 'test',
    settings,
    log,
    topics: { [topic]: TOPIC, [deadLetterTopic(topic)]: TOPIC },
  })
  return topic
}

const logUnderTest = { connect, newTopic, member: { adapter: 'kafka' as const, settings, sessionTimeoutMs } }

describeEventLog('the log in Kafka', async () => logUnderTest)
describeConsumer('a consumer of the log in Kafka', async () => logUnderTest)
