/**
 * Every topic, as the deployed run creates it. The number of partitions is generous from the start, because adding
 * partitions later moves keys and breaks their order.
 */
export type Topic = {
  partitions: number
  /** Compacted topics keep the newest value of each key for ever; the others keep `retentionDays`. */
  cleanup: 'delete' | 'compact'
  retentionDays: number
  /** How long inboxes keep the ids of its events, where that is shorter than the retention: see `inboxHours`. */
  inboxHours?: number
}

/** Topics that carry an address are kept seven days and never compacted (architecture, section 3). */
const events: Topic = { partitions: 12, cleanup: 'delete', retentionDays: 7 }

/** In the order of their names. */
export const TOPICS = {
  'alerts.passes': events,
  'alerts.quiet-times': events,
  'alerts.triggered': events,
  'alerts.watched-parks': events,
  'billing.assist-days': events,
  'billing.passes': events,
  'billing.plans': events,
  'identity.keys': { partitions: 1, cleanup: 'compact', retentionDays: 7 },
  'identity.users': events,
  'notifications.deliveries': events,
  'notifications.letters': events,
  'notifications.lists': events,
  'notifications.numbers': events,
  'notifications.requested': events,
  'park-data.catalog': { partitions: 3, cleanup: 'compact', retentionDays: 7 },
  'park-data.limits': { partitions: 3, cleanup: 'compact', retentionDays: 7 },
  // A reading older than ten minutes makes no alert, and a redelivered poll makes an alert with the same id.
  'park-data.wait-times': { ...events, inboxHours: 1 },
  'planner.assist-days': events,
  'planner.tables': events,
  'planner.watched-parks': events,
  'rankings.items': events,
} as const satisfies Record<string, Topic>

/** A broker deletes whole segments, by the age of their newest record: a record outlives its topic's retention by up to this. */
export const SEGMENT_HOURS = 12

/** A record outlives the retention by a segment, and by what the broker takes to look for old ones and its clock may differ. */
const OVERSTAY_HOURS = 2 * SEGMENT_HOURS

/**
 * How long an inbox keeps the id of an applied event: as long as the topic can deliver it again, or shorter if the topic says so. Applies
 * to `delete` topics; a compacted topic may deliver the newest record of a key at any time.
 */
export const inboxHours = ({ inboxHours: hours, retentionDays }: Topic): number =>
  hours ?? retentionDays * 24 + OVERSTAY_HOURS

/** No topic delivers an event after this time, except dead letters and compacted topics. */
export const EVENT_LIFETIME_HOURS = Math.max(...Object.values<Topic>(TOPICS).map(inboxHours))

/** The dead letters of a topic: messages that a consumer could not apply. Kept longer, so that an operator has time to act. */
export const deadLetterTopic = (topic: string) => `${topic}.dlq`
export const DEAD_LETTER_TOPIC: Topic = { partitions: 1, cleanup: 'delete', retentionDays: 30 }

/** The values of topics that only tests create. */
const UNDECLARED: Topic = { partitions: 3, cleanup: 'delete', retentionDays: 7 }

const DECLARED: Record<string, Topic> = TOPICS

export const topicOf = (name: string): Topic =>
  DECLARED[name] ?? (name.endsWith('.dlq') ? DEAD_LETTER_TOPIC : UNDECLARED)
