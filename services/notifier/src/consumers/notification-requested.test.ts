import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'

const { request, listDeliveries, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

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
  await request(aRequest())
  expect(await listDeliveries()).toMatchObject([{ address: 'visitor@example.com', state: 'queued' }])
})

test('one notification asked for by two events is written once', async () => {
  const notificationId = randomUUID()
  await request(aRequest(notificationId))
  await request(aRequest(notificationId))

  expect(await listDeliveries()).toHaveLength(1)
})
