import { SERVICE_NAMES } from '@walkon/contracts/services'
import { deadLetterTopic } from '@walkon/contracts/topics'
import { readEventsInUse } from '@walkon/local/events-of-services'
import { OPERATORS_GROUP } from '@walkon/messaging/kafka-log'
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

type Operation = 'Read' | 'Write' | 'Describe' | 'Delete' | 'Create' | 'AlterConfigs' | 'DescribeConfigs'

const onTopic = (name: string, ...operations: Operation[]) => ({
  resource: { type: 'topic', name, patternType: 'literal' },
  operations,
})
const onGroup = (name: string) => ({
  resource: { type: 'group', name, patternType: 'literal' },
  operations: ['Read', 'Describe'],
})

/** Groups that live as long as an operator reads: dead letters, and what was published since a restore. */
const OPERATORS_GROUPS = {
  resource: { type: 'group', name: OPERATORS_GROUP, patternType: 'prefix' },
  operations: ['Read', 'Describe', 'Delete'] satisfies Operation[],
}

/**
 * A user for each service. It reads the topics that it hears, in its own group. It writes those that it publishes, and the dead letters
 * of those that it hears. It may read again what it alone publishes, for `after-restore`. Beside them `create-topics`, and `example-subscriber`, which shows what a team outside gets: topics
 * without an address and without the park feed.
 */
export async function toKafkaUsers(): Promise<Manifest[]> {
  const events = await readEventsInUse()
  const topicsOf = (isOf: (event: (typeof events)[number]) => boolean) =>
    [...new Set(events.filter(isOf).map(({ definition }) => definition.topic))].toSorted()
  const ofServices = SERVICE_NAMES.map((name) => {
    const heard = topicsOf(({ listeners }) => listeners.includes(name))
    const published = topicsOf(({ publishers }) => publishers.includes(name))
    const own = new Set(topicsOf(({ definition }) => definition.publisher === name))
    return toUser(name, [
      ...heard.map((topic) => onTopic(topic, 'Read', 'Describe')),
      ...heard.map((topic) => onTopic(deadLetterTopic(topic), 'Read', 'Write', 'Describe')),
      ...published.map((topic) =>
        onTopic(topic, ...(own.has(topic) ? ['Read' as const] : []), 'Write', 'Describe'),
      ),
      ...(heard.length > 0 ? [onGroup(name)] : []),
      OPERATORS_GROUPS,
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

/** Topics to which others may subscribe (docs/subscribing.md). They have no address and nothing of the park feed. */
export const OPEN_TOPICS = ['notifications.deliveries', 'rankings.items'] as const

const toUser = (name: string, acls: unknown[]): Manifest => ({
  apiVersion: 'kafka.strimzi.io/v1',
  kind: 'KafkaUser',
  metadata: { name, labels },
  spec: { authentication: { type: 'scram-sha-512' }, authorization: { type: 'simple', acls } },
})
