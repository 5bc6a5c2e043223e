import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { itemPublished } from '@walkon/contracts/events/rankings'
import { OPEN_TOPICS, toKafkaUsers } from '@walkon/kubernetes/kafka-resources'
import { createKafkaClient, type KafkaSettings } from '@walkon/messaging/kafka-client'
import { ALL_TOPICS, createTopics } from '@walkon/messaging/kafka-topics'
import { createLog } from '@walkon/service/log'
import { anEvent, aRecord } from '@walkon/testing/events'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startGuardedKafka } from './guarded-kafka.ts'
import { toAcls } from './kafka-acls.ts'

/** What a team outside may do with a user like `example-subscriber`, on a broker that enforces the rights of `k8s/kafka/users.yaml`. */

const USER = 'example-subscriber'
const ROOT = resolve(import.meta.dirname, '../..')
const log = createLog({ service: 'test', level: 'silent' })
const clientOf = (settings: KafkaSettings) => createKafkaClient({ clientId: 'test', settings, log })

let broker: Awaited<ReturnType<typeof startGuardedKafka>>

beforeAll(async () => {
  broker = await startGuardedKafka([USER])
  await createTopics({ clientId: 'test', settings: broker.operator, log, replicationFactor: 1 })
  const user = (await toKafkaUsers()).find(({ metadata }) => metadata.name === USER)
  const admin = clientOf(broker.operator).admin()
  await admin.connect()
  await admin.createAcls({ acl: toAcls(user) })
  await admin.disconnect()
  // The broker knows new rights a moment later.
  const own = clientOf(broker.as(USER)).admin()
  await own.connect()
  await vi.waitFor(() => Promise.all(OPEN_TOPICS.map((topic) => own.fetchTopicOffsets(topic))))
  await own.disconnect()
})
afterAll(() => broker?.stop())

test('the program of docs/subscribing.md prints what is published on the open topics, and ends by SIGTERM', async () => {
  const delivery = anEvent(deliveryRecorded, {
    deliveryId: randomUUID(),
    channel: 'email',
    outcome: 'delivered',
    reason: null,
    alerts: [],
    recordedAt: '2026-11-25T12:00:00.000Z',
  })
  const item = anEvent(itemPublished, {
    itemId: randomUUID(),
    feedId: null,
    name: 'A bench with a view',
    type: 'experience',
    parkId: randomUUID(),
    publishedAt: '2026-11-25T12:00:00.000Z',
  })
  const records = [aRecord(delivery, deliveryRecorded), aRecord(item, itemPublished)]
  const producer = clientOf(broker.operator).producer()
  await producer.connect()
  onTestFinished(() => producer.disconnect())
  for (const { topic, key, value, headers } of records) {
    await producer.send({ topic, messages: [{ key, value, headers }] })
  }

  const { output, ended, end } = runSubscriber(readProgram())
  await vi.waitFor(() => {
    for (const { type, id } of [delivery, item]) expect(output()).toContain(`${type} ${id}`)
  })
  expect(output()).toContain("outcome: 'delivered'")
  end()
  expect(await ended).toBe(0)
})

test('its user is refused every other topic, those with addresses and the feed among them', async () => {
  const admin = clientOf(broker.as(USER)).admin()
  await admin.connect()
  onTestFinished(() => admin.disconnect())
  const open = new Set<string>(OPEN_TOPICS)
  for (const topic of OPEN_TOPICS) await expect(admin.fetchTopicOffsets(topic)).resolves.not.toEqual([])
  const others = Object.keys(ALL_TOPICS).filter((topic) => !open.has(topic))
  expect(others).toContain('alerts.triggered')
  expect(others).toContain('park-data.wait-times')
  for (const topic of others) {
    await expect(admin.fetchTopicOffsets(topic)).rejects.toThrow(/[Nn]ot authorized/)
  }
})

test('its user is refused the group of a service and a write', async () => {
  const consumer = clientOf(broker.as(USER)).consumer({ groupId: 'notifier', retry: { retries: 0 } })
  const crashed = new Promise<Error>((resolve_) => {
    consumer.on('consumer.crash', ({ payload }) => resolve_(payload.error))
  })
  onTestFinished(() => consumer.disconnect())
  await consumer.connect()
  await consumer.subscribe({ topic: OPEN_TOPICS[0] })
  const refused = await consumer.run({ eachMessage: async () => {} }).then(
    () => crashed,
    (error: Error) => error,
  )
  // So says kafkajs of a group that is not authorized; its own group is served above.
  expect(refused.message).toBe('Failed to find group coordinator')

  const producer = clientOf(broker.as(USER)).producer()
  await producer.connect()
  onTestFinished(() => producer.disconnect())
  await expect(
    producer.send({ topic: OPEN_TOPICS[0], messages: [{ key: 'a', value: 'b' }] }),
  ).rejects.toThrow(/[Nn]ot authorized/)
})

function readProgram(): string {
  const page = readFileSync(resolve(ROOT, 'docs/subscribing.md'), 'utf8')
  const program = /```js\n([^]*?)```/.exec(page)?.[1]
  if (program === undefined) throw new Error('docs/subscribing.md has no program')
  return program
}

/** Runs a program as it is, where kafkajs is installed. */
function runSubscriber(program: string) {
  const { KAFKA_BROKERS, KAFKA_USERNAME, KAFKA_PASSWORD } = broker.as(USER)
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: resolve(ROOT, 'tests'),
    env: {
      PATH: process.env['PATH'],
      KAFKA_BROKERS: KAFKA_BROKERS.join(','),
      KAFKA_TLS: 'false',
      KAFKA_USERNAME,
      KAFKA_PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return {
    output: () => said,
    ended: new Promise<number | null>((resolve_) => child.once('close', resolve_)),
    end: () => child.kill('SIGTERM'),
  }
}
