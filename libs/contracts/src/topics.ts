/**
 * Every topic there is, as the deployed run creates it. Partitions are generous from the start:
 * adding some later would move keys and break their order.
 */
export type Topic = {
  partitions: number
  /** Compacted topics keep the newest value of each key for ever; the others keep `retentionDays`. */
  cleanup: 'delete' | 'compact'
  retentionDays: number
  /** How long consumers remember its events, where that is less than the topic keeps them: see `inboxHours`. */
  inboxHours?: number
}

/** Topics that carry an address are kept seven days and never compacted (architecture, section 3). */
const events: Topic = { partitions: 12, cleanup: 'delete', retentionDays: 7 }

export const TOPICS = {
  'park-data.catalog': { partitions: 3, cleanup: 'compact', retentionDays: 7 },
  // A reading older than ten minutes makes no alert, and a redelivered poll makes the same alert.
  'park-data.wait-times': { ...events, inboxHours: 1 },
  'billing.passes': events,
  'alerts.triggered': events,
  'alerts.passes': events,
  'notifications.requested': events,
  'notifications.deliveries': events,
  'identity.users': events,
  'identity.keys': { partitions: 1, cleanup: 'compact', retentionDays: 7 },
} as const satisfies Record<string, Topic>

/** A broker deletes whole segments, so a record outlives the retention of its topic by up to a day. */
const SEGMENT_HOURS = 24

/**
 * How long a consumer remembers that it has applied an event: as long as the topic can deliver it again. A topic of which
 * that is not asked names less. Applies to `delete` topics; the newest record of a key in a compacted topic may come again at any time.
 */
export const inboxHours = ({ inboxHours: hours, retentionDays }: Topic): number =>
  hours ?? retentionDays * 24 + SEGMENT_HOURS

/** No topic delivers an event of ours after this time; dead letters and compacted topics apart. */
export const EVENT_LIFETIME_HOURS = Math.max(...Object.values<Topic>(TOPICS).map(inboxHours))

/** Where messages of a topic go that nobody could read. Kept longer, so that there is time to look. */
export const deadLetterTopic = (topic: string) => `${topic}.dlq`
export const DEAD_LETTER_TOPIC: Topic = { partitions: 1, cleanup: 'delete', retentionDays: 30 }

/** For topics that only tests have. */
const UNDECLARED: Topic = { partitions: 3, cleanup: 'delete', retentionDays: 7 }

const DECLARED: Record<string, Topic> = TOPICS

export const topicOf = (name: string): Topic =>
  DECLARED[name] ?? (name.endsWith('.dlq') ? DEAD_LETTER_TOPIC : UNDECLARED)
