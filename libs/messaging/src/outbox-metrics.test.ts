import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createTestDatabase } from '@walkon/testing/database'
import { aRecord, anEvent } from '@walkon/testing/events'
import { defineEvent } from '@walkon/contracts/event'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createConsumer } from './consumer.ts'
import type { EventLog, Subscription } from './event-log.ts'
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
    with added as (
      insert into outbox (event_id, topic, key, value, headers, rejection)
      values (gen_random_uuid(), 'shop.doors', 'a', '', '{}', null), (gen_random_uuid(), 'shop.doors', 'a', '', '{}', 'too large')
      returning position, rejection)
    insert into outbox_batches (positions, events, created_at, published_at)
    select array[position], 1, now() - interval '47 seconds', case when rejection is not null then now() end from added`)

  const waiting = await metrics.metrics()
  expect(waiting).toContain('outbox_pending{service="shop"} 1')
  expect(waiting).toMatch(/outbox_oldest_unpublished_age_seconds{service="shop"} 4\d/)
  expect(waiting).toContain('outbox_rejected{service="shop"} 1')

  await database.db.execute(sql`truncate outbox, outbox_batches`)
  const empty = await metrics.metrics()
  expect(empty).toContain('outbox_pending{service="shop"} 0')
  expect(empty).toContain('outbox_oldest_unpublished_age_seconds{service="shop"} 0')
  expect(empty).toContain('outbox_rejected{service="shop"} 0')
})

test('the first dead letter of a topic raises a count that was 0 before, whatever its error', async () => {
  const metrics = createMetrics('shop')
  const doorOpened = defineEvent({
    type: 'DoorOpened',
    summary: 'A door was opened.',
    topic: 'shop.doors',
    publisher: 'billing',
    key: ({ door }) => door,
    data: z.object({ door: z.string() }),
  })
  let member: Subscription | undefined
  const eventLog: EventLog = {
    publish: async () => {},
    subscribe: (subscription) => {
      member = subscription
      return { start: async () => {}, stop: async () => {}, isAlive: () => true }
    },
    lag: async () => ({}),
    read: async () => {},
    close: async () => {},
  }
  createConsumer({
    group: 'shop',
    eventLog,
    db: database.db,
    handlers: [
      on(doorOpened, async () => {
        throw new RangeError('a bug of ours')
      }),
    ],
    log: createLog({ service: 'shop', level: 'silent' }),
    metrics,
    onFatal: () => {},
  })
  const series = async () =>
    (await metrics.getSingleMetricAsString('dlq_messages_total'))
      .split('\n')
      .filter((line) => !line.startsWith('#'))
  const [before = '', ...others] = await series()
  expect(before).toMatch(/topic="shop.doors".* 0$/)
  expect(others).toEqual([])

  const record = aRecord(anEvent(doorOpened, { door: 'front' }), doorOpened)
  await member?.onBatch(
    { topic: 'shop.doors', partition: 0, records: [record] },
    new AbortController().signal,
  )

  expect(await series()).toEqual([before.replace(/0$/, '1')])
})
