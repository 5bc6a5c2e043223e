import { deadLetterTopic, type Topic } from '@walkon/contracts/topics'
import { createTopics } from '@walkon/messaging/kafka-topics'
import { RejectedRecords } from '@walkon/messaging/rejected-records'
import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import {
  aRecord,
  collect,
  connect,
  log,
  newTopic,
  onBroker,
  settings,
  TOPIC_RESOURCE,
} from '../support/kafka-broker.ts'

/** What the broker's topics are and take. */

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
    'retention.bytes': String(2 ** 30),
  })
})
