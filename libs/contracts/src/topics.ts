/**
 * Every topic there is, as the deployed run creates it. Partitions are generous from the start:
 * adding some later would move keys and break their order.
 */
export type Topic = {
  partitions: number
  /** Compacted topics keep the newest value of each key for ever; the others keep `retentionDays`. */
  cleanup: 'delete' | 'compact'
  retentionDays: number
}

/** Topics that carry an address are kept seven days and never compacted (architecture, section 3). */
const events: Topic = { partitions: 12, cleanup: 'delete', retentionDays: 7 }

export const TOPICS = {
  'park-data.catalog': { partitions: 3, cleanup: 'compact', retentionDays: 7 },
  'park-data.wait-times': events,
  'billing.passes': events,
  'alerts.triggered': events,
  'alerts.passes': events,
  'notifications.requested': events,
  'notifications.deliveries': events,
  'identity.users': events,
  'identity.keys': { partitions: 1, cleanup: 'compact', retentionDays: 7 },
} as const satisfies Record<string, Topic>

/** Where messages of a topic go that nobody could read. Kept longer, so that there is time to look. */
export const deadLetterTopic = (topic: string) => `${topic}.dlq`
export const DEAD_LETTER_TOPIC: Topic = { partitions: 1, cleanup: 'delete', retentionDays: 30 }
