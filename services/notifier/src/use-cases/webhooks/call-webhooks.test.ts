import { alertTriggered } from '@walkon/contracts/events/alerts'
import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { notificationRequested, userNotificationRequested } from '@walkon/contracts/events/notifications'
import { hashAddress } from '@walkon/service/address-hash'
import { heard } from '@walkon/testing/service'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { leaseMessages } from '../../db/webhooks/webhook-messages.ts'
import { aLetter, TOKEN } from '../../testing/letters.ts'
import { anAlert, anAlertEvent, someAlerts } from '../../testing/notifier.ts'
import { verified } from '../../testing/webhook-receiver.ts'
import { createWebhookNotifier } from '../../testing/webhooks.ts'

const { db, hear, receiver, join, callAll, letPass, listDeliveries, clear, close } =
  await createWebhookNotifier()
afterAll(close)
beforeEach(async () => {
  await clear()
  receiver.reset()
})

const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })

test('an alert is posted once, with each ride and without an address of the visitor', async () => {
  const ada = await join()
  await ada.add()
  const data = someAlerts({ email: ada.email, alerts: [anAlert(), anAlert({ rideName: 'Haunted Mansion' })] })
  await hear([heard(alertTriggered, data)])
  await hear([heard(alertTriggered, data)])
  await callAll()

  const rides = [{ rideName: 'Space Mountain', waitMinutes: 10 }, { rideName: 'Haunted Mansion' }]
  expect(bodies()).toMatchObject([{ type: 'alert.ride', data: { parkName: 'Magic Kingdom', rides } }])
  expect(receiver.received[0]?.body).not.toContain('@')
})

test('an address that was added once more gets each alert by either secret, known by its id, so that one can replace the other', async () => {
  const ada = await join()
  const secrets = [(await ada.add()).secret, (await ada.add()).secret]
  await hear([anAlertEvent({ email: ada.email })])
  await callAll()

  const payloads = receiver.received.map((message) => payloadBy(secrets, message))
  expect(payloads).toHaveLength(2)
  expect(payloads[0]).not.toBeNull()
  expect(payloads[1]).toEqual(payloads[0])
})

/** Verifies a call as a receiver that accepts several secrets, and returns its payload; null if none of them has signed it. */
function payloadBy(secrets: string[], message: Parameters<typeof verified>[0]): unknown {
  for (const secret of secrets) {
    try {
      return verified(message, secret)
    } catch {}
  }
  return null
}

test('an alert of another visitor is not posted', async () => {
  const ada = await join()
  await ada.add()
  await hear([anAlertEvent()])
  await callAll()

  expect(bodies()).toEqual([])
})

test.for([
  ['restaurants', 'alert.table'],
  ['lightning-lane', 'alert.return-time'],
  ['flights', 'alert.fare'],
] as const)('a letter of the list %s is posted as %s, without its links', async ([list, type]) => {
  const ada = await join()
  await ada.add()
  const request = {
    list,
    notification: aLetter({ subject: 'A table is free' }),
    expiresAt: '2099-01-01T00:00:00Z',
  }
  await hear([
    heard(userNotificationRequested, { ...request, notificationId: randomUUID(), userId: ada.userId }),
    heard(notificationRequested, {
      ...request,
      notificationId: randomUUID(),
      recipient: { channel: 'email', address: ada.email },
    }),
  ])
  await callAll()

  const data = { title: 'A table is free' }
  expect(bodies()).toMatchObject([
    { type, data },
    { type, data },
  ])
  expect(JSON.stringify(bodies())).not.toContain(TOKEN)
})

test('a letter that is no alert is not posted', async () => {
  const ada = await join()
  await ada.add()
  const notification = aLetter()
  const expiresAt = '2099-01-01T00:00:00Z'
  await hear([
    heard(userNotificationRequested, {
      notificationId: randomUUID(),
      userId: ada.userId,
      notification,
      expiresAt,
    }),
  ])
  await callAll()

  expect(bodies()).toEqual([])
})

test('a message that fails is posted again with the same id until it is taken, and its words are then deleted', async () => {
  const ada = await join()
  const { id } = await ada.add()
  receiver.state.status = 503
  await hear([anAlertEvent({ email: ada.email })])
  await callAll()
  expect(await ada.messages(id)).toMatchObject([{ state: 'waiting', attempts: 1, lastError: 'http-503' }])
  expect(await ada.list()).toMatchObject([{ failingSince: expect.any(String) }])

  receiver.state.status = 200
  await callAll()
  expect(receiver.received).toHaveLength(1)
  await letPass(0.01)
  await callAll()

  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(await ada.messages(id)).toMatchObject([{ state: 'delivered', attempts: 2, nextAttemptAt: null }])
  expect(await ada.list()).toMatchObject([{ failingSince: null }])
  expect(await db.execute('select payload from webhook_messages')).toEqual([{ payload: null }])
})

test('a message is given up after a day', async () => {
  const ada = await join()
  const { id } = await ada.add()
  receiver.state.isDown = true
  await hear([anAlertEvent({ email: ada.email })])
  for (let hour = 0; hour <= 24; hour++) {
    await callAll()
    await letPass(1)
  }

  expect(await ada.messages(id)).toMatchObject([{ state: 'failed', lastError: 'network-econnreset' }])
  expect(await ada.list()).toMatchObject([{ disabledAt: null }])
})

test('an address that takes nothing for three days is turned off, and its owner is told once', async () => {
  const ada = await join()
  const { id } = await ada.add()
  receiver.state.status = 500
  for (let day = 0; day <= 3; day++) {
    await hear([anAlertEvent({ email: ada.email }), anAlertEvent({ email: ada.email })])
    await callAll()
    await letPass(24)
  }
  const called = receiver.received.length
  await hear([anAlertEvent({ email: ada.email })])
  await callAll()

  expect(receiver.received).toHaveLength(called)
  expect(await ada.list()).toMatchObject([{ id, disabledReason: 'failing' }])
  const told = (await listDeliveries()).filter(
    ({ content }) => content && 'name' in content && content.name === 'webhook-disabled',
  )
  expect(told).toMatchObject([{ address: ada.email }])
})

test('a message whose process died is posted again after its lease', async () => {
  const ada = await join()
  await ada.add()
  await hear([anAlertEvent({ email: ada.email })])
  await db.transaction((tx) => leaseMessages(tx, { limit: 20, leaseSeconds: 30 }))
  await callAll()
  expect(bodies()).toEqual([])
  await letPass(0.01)
  await callAll()

  expect(bodies()).toHaveLength(1)
})

test('webhooks follow their account to another address of mail', async () => {
  const ada = await join()
  await ada.add()
  const newEmail = `new-${randomUUID()}@example.com`
  const changedAt = new Date().toISOString()
  await hear([heard(userAddressChanged, { userId: ada.userId, oldEmail: ada.email, newEmail, changedAt })])
  await hear([anAlertEvent({ email: newEmail })])
  await callAll()

  expect(bodies()).toHaveLength(1)
})

test('a deleted account leaves neither an address nor a message', async () => {
  const ada = await join()
  await ada.add()
  await hear([anAlertEvent({ email: ada.email })])
  await hear([
    heard(userDeleted, {
      userId: ada.userId,
      addressHashes: [hashAddress(ada.email)],
      deletedAt: new Date().toISOString(),
    }),
  ])
  await callAll()

  expect(bodies()).toEqual([])
  expect(await db.execute('select id from webhook_endpoints')).toEqual([])
  expect(await db.execute('select id from webhook_messages')).toEqual([])
})
