import { userAddressChanged, userDeleted } from '@walkon/contracts/events/identity'
import { MAX_DEVICES } from '@walkon/contracts/http/push'
import { hashAddress } from '@walkon/service/address-hash'
import { justNow } from '@walkon/testing/events'
import { heard, linkHeaders } from '@walkon/testing/service'
import { findTraces } from '@walkon/testing/traces'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addTestDevice, aSubscription, chooseReplacing } from '../../testing/devices.ts'
import { anAlertEvent, createTestNotifier } from '../../testing/notifier.ts'

/** Devices and the choice of push belong to their visitor: they are exported, moved and erased as all else is. */

const { app, db, accounts, hear, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const ADA = 'ada@example.com'
const NEW = 'ada.lovelace@example.com'
const OUTSIDER = 'oscar@example.com'

const deleteAccount = (deletedAt: Date, ...emails: string[]) => {
  const { event, definition } = heard(userDeleted, {
    userId: randomUUID(),
    addressHashes: emails.map(hashAddress),
    deletedAt: deletedAt.toISOString(),
  })
  return hear([{ definition, event: { ...event, occurredAt: deletedAt } }])
}
const changeAddress = (changedAt = justNow()) =>
  hear([
    heard(userAddressChanged, {
      userId: randomUUID(),
      oldEmail: ADA,
      newEmail: NEW,
      changedAt: changedAt.toISOString(),
    }),
  ])
const devicesOf = async (email: string) =>
  (
    await app.inject({
      url: '/devices',
      headers: await linkHeaders(email, 'manage', new Date(Date.now() + 1_000)),
    })
  ).json<{
    devices: { id: string }[]
    replacesEmail: boolean
  }>()
const idsOf = async (email: string) => (await devicesOf(email)).devices.map(({ id }) => id)
const anHourAgo = () => new Date(Date.now() - 3_600_000)

describe('a deleted account', () => {
  test('leaves no device, no choice, and nothing that was pushed, tests included', async () => {
    const id = await addTestDevice(app, ADA)
    await chooseReplacing(app, ADA)
    await app.inject({ method: 'POST', url: `/devices/${id}/test`, headers: await linkHeaders(ADA) })
    await hear([anAlertEvent({ email: ADA })])

    await deleteAccount(new Date(Date.now() + 1_000), ADA)
    expect(await findTraces(db, ADA, hashAddress(ADA))).toEqual({ ended_links: 1, erased_addresses: 1 })
    expect(await db.execute(sql`select from deliveries`)).toHaveLength(0)
  })

  test('leaves what was added after the deletion, and other visitors’ devices', async () => {
    await addTestDevice(app, ADA)
    await addTestDevice(app, OUTSIDER)
    await chooseReplacing(app, ADA)

    await deleteAccount(anHourAgo(), ADA)
    expect(await idsOf(ADA)).toHaveLength(1)
    expect(await devicesOf(ADA)).toMatchObject({ replacesEmail: true })
    await deleteAccount(new Date(), ADA)
    expect(await idsOf(OUTSIDER)).toHaveLength(1)
  })
})

describe('an account that changes its address', () => {
  test('takes its devices and its choice along, and its alerts reach the devices', async () => {
    const id = await addTestDevice(app, ADA)
    await chooseReplacing(app, ADA)

    await changeAddress()
    expect([await idsOf(NEW), await idsOf(ADA)]).toEqual([[id], []])
    expect(await devicesOf(NEW)).toMatchObject({ replacesEmail: true })
    expect(await devicesOf(ADA)).toMatchObject({ replacesEmail: false })
    await hear([anAlertEvent({ email: ADA })])
    await hear([anAlertEvent({ email: NEW })])
    const rows = await db.execute(sql`select address from deliveries where channel = 'push'`)
    expect(rows.map(({ address }) => address)).toContain(id)
  })

  test('leaves a device that the next owner of the old address has added', async () => {
    const id = await addTestDevice(app, ADA)

    await changeAddress(anHourAgo())
    expect(await idsOf(ADA)).toEqual([id])
  })

  test('has ten devices at most: the oldest go, and what is queued for them ends', async () => {
    await hear([anAlertEvent({ email: ADA })])
    const oldest = await addTestDevice(app, ADA)
    await hear([anAlertEvent({ email: ADA })])
    for (let count = 0; count < MAX_DEVICES; count++) await addTestDevice(app, NEW)

    await changeAddress()
    expect(await idsOf(NEW)).toHaveLength(MAX_DEVICES)
    expect(await idsOf(NEW)).not.toContain(oldest)
    expect(await db.execute(sql`select state from deliveries where channel = 'push'`)).toEqual([
      { state: 'suppressed' },
    ])
  })

  test('keeps the newer of two choices', async () => {
    await chooseReplacing(app, ADA)
    const headers = await linkHeaders(NEW)
    await app.inject({ method: 'PUT', url: '/push/preference', headers, payload: { replacesEmail: false } })

    await changeAddress()
    expect(await devicesOf(NEW)).toMatchObject({ replacesEmail: false })
  })
})

test('a device that another visitor has taken over shows nothing of what was queued for the first', async () => {
  const subscription = aSubscription()
  await addTestDevice(app, ADA, subscription)
  await hear([anAlertEvent({ email: ADA })])
  await addTestDevice(app, OUTSIDER, subscription)

  expect(await db.execute(sql`select state from deliveries where channel = 'push'`)).toEqual([
    { state: 'suppressed' },
  ])
})

test('the export names the devices and the choice, without endpoint and keys', async () => {
  const subscription = aSubscription()
  const id = await addTestDevice(app, ADA, subscription)
  await chooseReplacing(app, ADA)
  const response = await app.inject({ url: '/export', headers: accounts.headersFor({ email: ADA }) })

  expect(response.json()).toMatchObject({
    devices: [{ id, name: 'Chrome on Android', pushService: 'fcm.googleapis.com' }],
    pushPreferences: [{ replacesEmail: true }],
  })
  expect(response.body).not.toContain(subscription.endpoint)
  expect(response.body).not.toContain(subscription.keys.auth)
})
