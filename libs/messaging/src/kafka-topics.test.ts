import { inboxHours } from '@walkon/contracts/topics'
import { expect, test } from 'vitest'
import { ALL_TOPICS, configOf } from './kafka-topics.ts'

const kept = Object.entries(ALL_TOPICS).filter(
  ([name, { cleanup, inboxHours: shorter }]) => cleanup === 'delete' && !name.endsWith('.dlq') && !shorter,
)

test.for(kept)('the broker deletes each record of %s before an inbox forgets it', ([name, topic]) => {
  const config = Object.fromEntries(
    configOf(name, topic, 3).map(({ name: entry, value }) => [entry, Number(value)]),
  )
  const longestMs = (config['retention.ms'] ?? NaN) + (config['segment.ms'] ?? NaN)

  expect(longestMs).toBeLessThan(inboxHours(topic) * 3_600_000)
})

test('a compacted topic has the segments of the broker', () => {
  const config = configOf('identity.keys', { partitions: 1, cleanup: 'compact', retentionDays: 7 }, 3)

  expect(config.map(({ name }) => name)).not.toContain('segment.ms')
})
