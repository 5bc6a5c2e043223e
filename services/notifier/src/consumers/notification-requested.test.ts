import { notificationRequested, notificationWithdrawn } from '@walkon/contracts/events/notifications'
import { sortRecords } from '@walkon/messaging/inbox'
import { anEvent, aRecord } from '@walkon/testing/events'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { heard } from '@walkon/testing/service'
import { aLetter } from '../testing/letters.ts'
import { createTestNotifier } from '../testing/notifier.ts'

const { handlers, hear, request, listDeliveries, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const aRequest = (notificationId: string = randomUUID()) => ({
  notificationId,
  recipient: { channel: 'email' as const, address: 'visitor@example.com' },
  notification: aLetter(),
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

test('a letter that is withdrawn leaves no delivery, and the letters beside it stay', async () => {
  const [withdrawn, kept] = [randomUUID(), randomUUID()]
  await request(aRequest(withdrawn))
  await request(aRequest(kept))
  await hear([heard(notificationWithdrawn, { notificationId: withdrawn })])

  expect(await listDeliveries()).toMatchObject([{ sourceId: kept }])
})

test('a request of an earlier release is unreadable, which sets it aside, and its secrets stay out of the error', () => {
  const old = { kind: 'sign-in', path: '/auth/confirm?token=secret-of-the-link', code: '048291' }
  const record = aRecord(anEvent(notificationRequested, aRequest()), notificationRequested)
  const value = Buffer.from(JSON.stringify({ ...aRequest(), notification: old }))

  const { readable, unreadable } = sortRecords(handlers, [{ ...record, value }])

  expect(readable).toEqual([])
  expect(unreadable).toMatchObject([{ error: { message: expect.stringContaining('NotificationRequested') } }])
  expect(unreadable[0]?.error.message).not.toMatch(/secret-of-the-link|048291/)
})
