import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { defineEvent } from '@walkon/contracts/event'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createConsumer } from './consumer.ts'
import type { EventLog } from './event-log.ts'
import { on } from './inbox.ts'
import { measureOutbox } from './outbox-metrics.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
})
afterAll(() => database.drop())

test('all gauges of the outbox show the scrape that they are in', async () => {
  const metrics = createMetrics('shop')
  measureOutbox(database.db, metrics)
  await database.db.execute(sql`
    insert into outbox (event_id, topic, key, value, headers, created_at, rejection)
    values (gen_random_uuid(), 'shop.doors', 'a', '', '{}', now() - interval '47 seconds', null),
      (gen_random_uuid(), 'shop.doors', 'a', '', '{}', now(), 'too large')`)

  const waiting = await metrics.metrics()
  expect(waiting).toContain('outbox_pending{service="shop"} 1')
  expect(waiting).toMatch(/outbox_oldest_unpublished_age_seconds{service="shop"} 4\d/)
  expect(waiting).toContain('outbox_rejected{service="shop"} 1')

  await database.db.execute(sql`delete from outbox`)
  const empty = await metrics.metrics()
  expect(empty).toContain('outbox_pending{service="shop"} 0')
  expect(empty).toContain('outbox_oldest_unpublished_age_seconds{service="shop"} 0')
  expect(empty).toContain('outbox_rejected{service="shop"} 0')
})

test('the count of dead letters is there before the first one', async () => {
  const metrics = createMetrics('shop')
  const doorOpened = defineEvent({
    type: 'DoorOpened',
    summary: 'A door was opened.',
    topic: 'shop.doors',
    publisher: 'billing',
    key: ({ door }) => door,
    data: z.object({ door: z.string() }),
  })
  const subscribe = () => ({ start: async () => {}, stop: async () => {}, isAlive: () => true })
  const eventLog: EventLog = {
    publish: async () => {},
    subscribe,
    lag: async () => ({}),
    close: async () => {},
  }

  createConsumer({
    group: 'shop',
    eventLog,
    db: database.db,
    handlers: [on(doorOpened, async () => {})],
    log: createLog({ service: 'shop', level: 'silent' }),
    metrics,
    onFatal: () => {},
  })

  expect(await metrics.getSingleMetricAsString('dlq_messages_total')).toMatch(/topic="shop.doors".* 0$/)
})
