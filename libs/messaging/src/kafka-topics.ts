import {
  DEAD_LETTER_TOPIC,
  deadLetterTopic,
  SEGMENT_HOURS,
  TOPICS,
  type Topic,
} from '@walkon/contracts/topics'
import kafkajs, { type Admin, type IResourceConfigEntry } from 'kafkajs'
import { setTimeout as after } from 'node:timers/promises'
import { createKafkaClient, type KafkaOptions } from './kafka-client.ts'
import { MAX_DEAD_LETTER_BYTES } from './rejected-records.ts'

const CONNECT_WITHIN_MS = 60_000
const RECONNECT_MS = 1_000
/** A broker that has just started on a busy machine took 19 s for all topics: they are made a few at a time, and each request may take long. */
const TOPICS_AT_ONCE = 6
const REQUEST_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 100
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Of a partition: what a publisher that has gone wild may fill of the broker's disk (docs/deployment.md adds them up). */
const RETENTION_BYTES = 2 ** 30

export type NewTopics = Record<string, Topic>

/** Every topic of ours, and where its dead letters go. */
export const ALL_TOPICS: NewTopics = Object.fromEntries(
  Object.entries(TOPICS).flatMap(([name, topic]): [string, Topic][] => [
    [name, topic],
    [deadLetterTopic(name), DEAD_LETTER_TOPIC],
  ]),
)

/**
 * Makes the missing topics and gives all of them their settings. Safe to run again, and from several processes at once. The number of
 * partitions of a topic that exists is left alone: another one would move keys and break their order.
 */
export async function createTopics(
  options: KafkaOptions & { topics?: NewTopics; replicationFactor: number; isDryRun?: boolean },
): Promise<void> {
  const { topics = ALL_TOPICS, replicationFactor, isDryRun = false, log } = options
  const admin = await connectAdmin(options)
  try {
    const existing = new Set(await admin.listTopics())
    const missing = Object.entries(topics).filter(([name]) => !existing.has(name))
    if (isDryRun) {
      log.info({ missing: missing.map(([name]) => name) }, 'topics that would be made (dry run)')
      return
    }
    for (let made = 0; made < missing.length; made += TOPICS_AT_ONCE) {
      await admin.createTopics({
        waitForLeaders: false,
        timeout: REQUEST_TIMEOUT_MS,
        topics: missing.slice(made, made + TOPICS_AT_ONCE).map(([topic, declared]) => ({
          topic,
          numPartitions: declared.partitions,
          replicationFactor,
          configEntries: configOf(topic, declared, replicationFactor),
        })),
      })
    }
    await foundBy(
      admin,
      missing.map(([name]) => name),
    )
    const known = Object.entries(topics).filter(([name]) => existing.has(name))
    await updateTopics(admin, known, replicationFactor)
    log.info({ created: missing.map(([name]) => name), updated: known.length }, 'topics are there')
  } finally {
    await admin.disconnect()
  }
}

/** The broker may be starting just now; one that does not come is an error. */
async function connectAdmin(options: KafkaOptions): Promise<Admin> {
  const giveUpAt = Date.now() + CONNECT_WITHIN_MS
  for (;;) {
    const admin = createKafkaClient(options, { requestTimeoutMs: REQUEST_TIMEOUT_MS }).admin()
    try {
      await admin.connect()
      return admin
    } catch (error) {
      await admin.disconnect()
      if (Date.now() > giveUpAt) throw error
      options.log.info('waiting for kafka')
      await after(RECONNECT_MS)
    }
  }
}

/** A broker hears of a topic a moment after the controller has made it. The client would wait for leaders alone. */
async function foundBy(admin: Admin, topics: string[]): Promise<void> {
  const giveUpAt = Date.now() + REQUEST_TIMEOUT_MS
  while (topics.length > 0) {
    try {
      await admin.fetchTopicMetadata({ topics })
      return
    } catch (error) {
      const isYetToCome = error instanceof kafkajs.KafkaJSProtocolError && error.retriable
      if (!isYetToCome || Date.now() > giveUpAt) throw error
      await after(LOOK_AGAIN_MS)
    }
  }
}

async function updateTopics(
  admin: Admin,
  topics: [string, Topic][],
  replicationFactor: number,
): Promise<void> {
  if (topics.length === 0) return
  await admin.alterConfigs({
    validateOnly: false,
    resources: topics.map(([name, topic]) => ({
      type: kafkajs.ConfigResourceTypes.TOPIC,
      name,
      configEntries: configOf(name, topic, replicationFactor),
    })),
  })
}

/** The settings of a topic. */
export function configOf(
  name: string,
  { cleanup, retentionDays }: Topic,
  replicationFactor: number,
): IResourceConfigEntry[] {
  const config: Record<string, string> = {
    'cleanup.policy': cleanup,
    'retention.ms': String(retentionDays * DAY_MS),
    // One replica may be away without anything stopping, and without anything being lost.
    'min.insync.replicas': String(Math.max(1, replicationFactor - 1)),
    'unclean.leader.election.enable': 'false',
  }
  // The broker's own segments last a week: records would be delivered again after inboxes and erasures have forgotten them.
  if (cleanup === 'delete') {
    config['segment.ms'] = String(SEGMENT_HOURS * HOUR_MS)
    config['retention.bytes'] = String(RETENTION_BYTES)
  }
  if (name.endsWith('.dlq')) config['max.message.bytes'] = String(MAX_DEAD_LETTER_BYTES + 100_000)
  return Object.entries(config).map(([entry, value]) => ({ name: entry, value }))
}
