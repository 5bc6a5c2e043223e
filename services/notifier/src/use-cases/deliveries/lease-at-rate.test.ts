import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'
import { createDeliveryMetrics } from '../../metrics/deliveries.ts'
import { leaseAtRate } from './send-deliveries.ts'

const { db, hear, clear, close } = await createTestNotifier()
const metrics = createDeliveryMetrics(
  db,
  createMetrics('notifier'),
  createLog({ service: 'test', level: 'silent' }),
)
afterAll(close)

const PER_SECOND = 10
beforeEach(async () => {
  await clear()
  await hear(Array.from({ length: 60 }, () => anAlertEvent()))
  await db.execute(sql`delete from shared_rates`)
})

const lease = () =>
  leaseAtRate(db, metrics, 'email', {
    owner: randomUUID(),
    limit: 100,
    leaseSeconds: 60,
    perSecond: PER_SECOND,
  })
const sending = async () => (await db.execute(sql`select from deliveries where state = 'sending'`)).length
const pass = (seconds: number) =>
  db.execute(sql`update shared_rates set filled_at = clock_timestamp() - make_interval(secs => ${seconds})`)
const stopTheClock = () =>
  db.execute(sql`update shared_rates set filled_at = clock_timestamp() + interval '1 hour'`)

test('replicas that lease at the same moment get no more together than one second of the rate', async () => {
  await lease()
  await db.execute(sql`update deliveries set state = 'queued', lease_owner = null`)
  await pass(60)

  await Promise.all(Array.from({ length: 5 }, lease))

  // The bucket fills a little while the five take turns.
  expect(await sending()).toBeGreaterThanOrEqual(PER_SECOND)
  expect(await sending()).toBeLessThan(5 * PER_SECOND)
})

test('an empty bucket leases nothing, and says when a tenth of a second of the rate is there', async () => {
  await lease()
  await stopTheClock()
  await db.execute(sql`update shared_rates set free = 0`)

  expect(await lease()).toEqual({ leased: [], hasMore: true, waitMs: 100 })
})

test('the bucket fills with the rate, and holds no more than a second gives', async () => {
  await lease()
  await db.execute(sql`update shared_rates set free = 0`)
  await pass(3_600)

  expect((await lease()).leased).toHaveLength(PER_SECOND)
})

test('what was not leased is not spent', async () => {
  await db.execute(sql`update deliveries set expires_at = now()`)
  await lease()
  await stopTheClock()

  const [rate] = await db.execute<{ free: number }>(sql`select free from shared_rates`)
  expect(rate?.free).toBe(PER_SECOND)
})
