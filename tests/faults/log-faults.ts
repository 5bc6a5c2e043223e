import { countUnread } from '@walkon/messaging/consumer-lag'
import type { LogRecord } from '@walkon/messaging/event-log'
import { createKafkaClient } from '@walkon/messaging/kafka-client'
import { connectKafka } from '@walkon/messaging/kafka-log'
import { ALL_TOPICS, createTopics } from '@walkon/messaging/kafka-topics'
import { createLog } from '@walkon/service/log'
import { TOPICS } from '@walkon/contracts/topics'
import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { eventually } from '../support/walkon-client.ts'

/** What can be wrong with the log itself: records that no contract knows, topics that are gone, records that come again. */

const log = createLog({ service: 'faults', level: 'silent' })
const options = () => ({
  clientId: 'faults',
  settings: { KAFKA_BROKERS: inject('kafkaBrokers').split(','), KAFKA_TLS: false },
  log,
})

const POISONED = ['park-data.wait-times', 'alerts.triggered', 'billing.passes', 'notifications.deliveries']

/** Records that are no events, cut off, or break their contract, among the product's own. */
export async function poison(count: number): Promise<void> {
  const values = ['{"cut":', '{"alerts":7}', '\u0000\u00ff', '[]']
  const records = POISONED.flatMap((topic) =>
    Array.from({ length: count }, (_, index) => ({
      topic,
      key: randomUUID(),
      value: Buffer.from(values[index % values.length] ?? ''),
      headers: { ce_type: 'AlertTriggered', poison: 'x-poison' },
    })),
  )
  await withKafka(({ eventLog }) => eventLog.publish(records))
}

/** Deletes every topic with its records and makes it again, as a broker whose disk was lost. */
export async function emptyKafka(): Promise<void> {
  const admin = createKafkaClient(options()).admin()
  await admin.connect()
  const topics = Object.keys(ALL_TOPICS)
  await admin.deleteTopics({ topics })
  await eventually(async () => !(await admin.listTopics()).some((topic) => topics.includes(topic)))
  await admin.disconnect()
  // A broker that is busy with the deletion refuses some at first; creating them is safe to run again.
  await eventually(async () => {
    await createTopics({ ...options(), replicationFactor: 1 })
    return true
  })
}

/** Who hears what in the way of an alert and of the companion's letters: the groups that are waited for. */
const HEARD = {
  'alert-evaluator': ['park-data.wait-times', 'billing.passes', 'notifications.deliveries'],
  notifier: ['alerts.triggered', 'notifications.requested'],
  planner: ['park-data.wait-times', 'notifications.letters'],
  flights: ['notifications.letters'],
}

/** Publishes again what the topics of this product hold, each record as it is; resolves when the services have read it. */
export async function publishAllAgain(): Promise<number> {
  const topics = Object.entries(TOPICS).flatMap(([name, { cleanup }]) => (cleanup === 'delete' ? [name] : []))
  return withKafka(async ({ eventLog }) => {
    const records: LogRecord[] = []
    await eventLog.read(topics, (read) => void records.push(...read))
    await eventLog.publish(records.map(({ topic, key, value, headers }) => ({ topic, key, value, headers })))
    for (const [group, heard] of Object.entries(HEARD)) {
      await eventually(async () => countUnread(Object.values(await eventLog.lag(group, heard)).flat()) === 0)
    }
    return records.length
  })
}

async function withKafka<Result>(
  work: (kafka: ReturnType<typeof connectKafka>) => Promise<Result>,
): Promise<Result> {
  const kafka = connectKafka(options())
  await kafka.start()
  try {
    return await work(kafka)
  } finally {
    await kafka.close()
  }
}
