import { SERVICE_NAMES } from '@walkon/contracts/services'
import { deadLetterTopic } from '@walkon/contracts/topics'
import { readEventsInUse } from '@walkon/local/events-of-services'
import { ALL_TOPICS, configOf } from '@walkon/messaging/kafka-topics'
import type { Manifest } from './manifest.ts'

const REPLICAS = 3
const labels = { 'app.kubernetes.io/part-of': 'walkon', 'strimzi.io/cluster': 'walkon' }

/** The topics for who runs Kafka by Strimzi: the same as `create-topics` makes. */
export const toKafkaTopics = (): Manifest[] =>
  Object.entries(ALL_TOPICS).map(([topic, declared]) => ({
    apiVersion: 'kafka.strimzi.io/v1',
    kind: 'KafkaTopic',
    metadata: { name: topic, labels },
    spec: {
      partitions: declared.partitions,
      replicas: REPLICAS,
      config: Object.fromEntries(configOf(topic, declared, REPLICAS).map(({ name, value }) => [name, value])),
    },
  }))

type Operation = 'Read' | 'Write' | 'Describe' | 'Create' | 'AlterConfigs' | 'DescribeConfigs'

const onTopic = (name: string, ...operations: Operation[]) => ({
  resource: { type: 'topic', name, patternType: 'literal' },
  operations,
})
const onGroup = (name: string) => ({
  resource: { type: 'group', name, patternType: 'literal' },
  operations: ['Read', 'Describe'],
})

/**
 * A user for each service with what it needs: to read the topics that it hears in its own group, to write those that it publishes, and
 * the dead letters of what it hears. Beside them `create-topics`, and `example-subscriber`, which shows what a team outside gets: topics
 * without an address and without the park feed.
 */
export async function toKafkaUsers(): Promise<Manifest[]> {
  const events = await readEventsInUse()
  const topicsOf = (isOf: (event: (typeof events)[number]) => boolean) =>
    [...new Set(events.filter(isOf).map(({ definition }) => definition.topic))].toSorted()
  const ofServices = SERVICE_NAMES.map((name) => {
    const heard = topicsOf(({ listeners }) => listeners.includes(name))
    const published = topicsOf(({ publishers }) => publishers.includes(name))
    return toUser(name, [
      ...heard.map((topic) => onTopic(topic, 'Read', 'Describe')),
      ...heard.map((topic) => onTopic(deadLetterTopic(topic), 'Read', 'Write', 'Describe')),
      ...published.map((topic) => onTopic(topic, 'Write', 'Describe')),
      ...(heard.length > 0 ? [onGroup(name)] : []),
    ])
  })
  return [
    ...ofServices,
    toUser(
      'create-topics',
      Object.keys(ALL_TOPICS).map((topic) =>
        onTopic(topic, 'Create', 'Describe', 'AlterConfigs', 'DescribeConfigs'),
      ),
    ),
    toUser('example-subscriber', [
      ...OPEN_TOPICS.map((topic) => onTopic(topic, 'Read', 'Describe')),
      onGroup('example-subscriber'),
    ]),
  ]
}

/** What others may subscribe to (docs/subscribing.md): no address is in them, and nothing of the park feed. */
export const OPEN_TOPICS = ['notifications.deliveries', 'rankings.items'] as const

const toUser = (name: string, acls: unknown[]): Manifest => ({
  apiVersion: 'kafka.strimzi.io/v1',
  kind: 'KafkaUser',
  metadata: { name, labels },
  spec: { authentication: { type: 'scram-sha-512' }, authorization: { type: 'simple', acls } },
})
