import { createTestDatabase } from '@walkon/testing/database'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { expireQueued } from '../db/outcomes.ts'
import { migrationsFolder } from '../db/migrations.ts'
import {
  anAlertEvent,
  buildNotifier,
  countStates,
  empty,
  listPublished,
  trigger,
} from '../testing/notifier.ts'

const { db, drop } = await createTestDatabase('notifier', migrationsFolder)
const { handlers, metrics } = buildNotifier(db)
afterAll(drop)
beforeEach(() => empty(db))

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test('what waited too long ends, also on a channel that nobody serves, and is published', async () => {
  await trigger(db, handlers, [
    anAlertEvent({ observedAt: minutesAgo(16), recipients: [{ channel: 'sms', address: '+14075550123' }] }),
    anAlertEvent({ observedAt: minutesAgo(14) }),
  ])
  await expireQueued(db)

  expect(await countStates(db)).toEqual({ expired: 1, queued: 1 })
  expect(await listPublished(db)).toMatchObject([
    { type: 'DeliveryRecorded', data: { channel: 'sms', outcome: 'expired', reason: 'expired' } },
  ])
})

test('the age of the oldest delivery without an end is measured for each channel', async () => {
  await trigger(db, handlers, [anAlertEvent()])
  expect(await metrics.metrics()).toMatch(
    /delivery_oldest_pending_seconds\{channel="email",service="notifier"\} 0\.\d/,
  )
})
