import { createTestDatabase } from '@walkon/testing/database'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { buildNotifier, empty, listDeliveries, request } from '../testing/notifier.ts'

const { db, drop } = await createTestDatabase('notifier', migrationsFolder)
const { handlers } = buildNotifier(db)
afterAll(drop)
beforeEach(() => empty(db))

const aRequest = (notificationId: string = randomUUID()) => ({
  notificationId,
  recipient: { channel: 'email' as const, address: 'visitor@example.com' },
  notification: {
    kind: 'confirm-alerts' as const,
    token: 'secret',
    parkName: 'Magic Kingdom',
    dates: ['2026-04-14'],
    expiresAt: '2026-04-14T18:00:00Z',
  },
  expiresAt: '2026-04-14T12:00:00Z',
})

test('what is asked for is queued', async () => {
  await request(db, handlers, aRequest())
  expect(await listDeliveries(db)).toMatchObject([{ address: 'visitor@example.com', state: 'queued' }])
})

test('one notification asked for by two events is written once', async () => {
  const notificationId = randomUUID()
  await request(db, handlers, aRequest(notificationId))
  await request(db, handlers, aRequest(notificationId))

  expect(await listDeliveries(db)).toHaveLength(1)
})
