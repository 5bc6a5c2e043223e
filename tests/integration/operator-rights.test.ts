import { alertTriggered } from '@walkon/contracts/events/alerts'
import { userDeleted } from '@walkon/contracts/events/identity'
import { notificationRequested, recipientSuppressed } from '@walkon/contracts/events/notifications'
import { deadLetterTopic } from '@walkon/contracts/topics'
import { toKafkaUsers } from '@walkon/kubernetes/kafka-resources'
import { createKafkaClient } from '@walkon/messaging/kafka-client'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { createLog } from '@walkon/service/log'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startGuardedKafka } from './guarded-kafka.ts'
import { toAcls } from './kafka-acls.ts'

/** What operators read with the user of a service, on a broker that enforces the rights of `k8s/kafka/users.yaml`. */

const USERS = ['identity', 'alert-evaluator', 'notifier']
const log = createLog({ service: 'test', level: 'silent' })

let broker: Awaited<ReturnType<typeof startGuardedKafka>>

beforeAll(async () => {
  broker = await startGuardedKafka(USERS)
  await createTopics({ clientId: 'test', settings: broker.operator, log, replicationFactor: 1 })
  const users = await toKafkaUsers()
  const admin = createKafkaClient({ clientId: 'test', settings: broker.operator, log }).admin()
  await admin.connect()
  for (const name of USERS)
    await admin.createAcls({ acl: toAcls(users.find(({ metadata }) => metadata.name === name)) })
  await admin.disconnect()
})
afterAll(() => broker?.stop())

/** The number of records that an operator's command reads, after one was published. */
async function readAs(user: string, topic: string, signal = AbortSignal.timeout(45_000)): Promise<number> {
  const producer = createKafkaClient({ clientId: 'test', settings: broker.operator, log }).producer()
  await producer.connect()
  await producer.send({ topic, messages: [{ key: 'a', value: 'b' }] })
  await producer.disconnect()
  const { eventLog, close } = connectKafka({ clientId: `${user}-test`, settings: broker.as(user), log })
  onTestFinished(close)
  let count = 0
  await eventLog.read([topic], (records) => void (count += records.length), signal)
  return count
}

test.for([
  ['identity', userDeleted],
  ['alert-evaluator', alertTriggered],
  ['notifier', recipientSuppressed],
] as const)('after a restore %s may read what it has published', async ([user, { topic }]) => {
  expect(await readAs(user, topic)).toBe(1)
})

test('a service may read its dead letters in a group of the operator', async () => {
  expect(await readAs('notifier', deadLetterTopic(alertTriggered.topic))).toBe(1)
})

test('no service may read the letters that others request', async () => {
  const read = readAs('alert-evaluator', notificationRequested.topic, AbortSignal.timeout(8_000))
  const outcome = await read.then(
    () => 'read',
    () => 'refused',
  )
  expect(outcome).toBe('refused')
})
