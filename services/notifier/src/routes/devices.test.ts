import { MAX_DEVICES, type NewDevice } from '@walkon/contracts/http/push'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addTestDevice, aSubscription } from '../testing/devices.ts'
import { createTestNotifier } from '../testing/notifier.ts'

const { app, db, clear, close, accounts, stopClock } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const ADA = 'ada@example.com'
const OUTSIDER = 'oscar@example.com'

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, email = ADA) =>
  app.inject({ method, url, headers: await linkHeaders(email), ...(payload && { payload }) })
const add = (overrides: Partial<NewDevice> = {}, email = ADA) =>
  ask('POST', '/devices', aSubscription(overrides), email)
const names = async (email = ADA) =>
  (await ask('GET', '/devices', undefined, email))
    .json<{ devices: { name: string }[] }>()
    .devices.map(({ name }) => name)

describe('POST /devices', () => {
  test('201: a device is added and listed, the oldest first, without its endpoint and keys', async () => {
    const { endpoint, keys, ...others } = aSubscription()
    const added = await ask('POST', '/devices', { endpoint, keys, ...others })
    await add({ name: 'Firefox' })
    const listed = await ask('GET', '/devices')

    expect(added.statusCode).toBe(201)
    expect(listed.json()).toEqual({
      devices: [added.json(), expect.objectContaining({ name: 'Firefox', lastAcceptedAt: null })],
      replacesEmail: false,
    })
    expect(listed.body).not.toMatch(new RegExp(`${keys.p256dh}|${keys.auth}|fcm`))
  })

  test('200: the same endpoint again renews the keys and the name of the same device', async () => {
    const subscription = aSubscription()
    const first = await ask('POST', '/devices', subscription)
    const { keys } = aSubscription()
    const again = await ask('POST', '/devices', { ...subscription, keys, name: 'My phone' })

    expect(again.statusCode).toBe(200)
    expect(again.json()).toMatchObject({ id: first.json<{ id: string }>().id, name: 'My phone' })
    expect(await db.execute(sql`select p256dh from push_devices`)).toEqual([{ p256dh: keys.p256dh }])
  })

  test('201: the owner of the address is told of a new device by one mail without the name it was given, also when it is added again', async () => {
    const subscription = aSubscription({ name: 'Your pass is void, call 1-900-555-0199' })
    await ask('POST', '/devices', subscription)
    const { id } = (await ask('POST', '/devices', subscription)).json<{ id: string }>()
    await ask('DELETE', `/devices/${id}`)
    await ask('POST', '/devices', subscription)

    const mails = await db.execute<{ address: string; content: object }>(
      sql`select address, content from deliveries where channel = 'email'`,
    )
    expect(mails).toMatchObject([{ address: ADA, content: { subject: 'A new device gets your alerts' } }])
    expect(JSON.stringify(mails)).not.toContain('1-900')
  })

  test('201: a browser that was another visitor’s is the caller’s alone', async () => {
    const subscription = aSubscription()
    await ask('POST', '/devices', subscription, OUTSIDER)
    const { statusCode } = await ask('POST', '/devices', subscription)

    expect(statusCode).toBe(201)
    expect([await names(), await names(OUTSIDER)]).toEqual([[subscription.name], []])
  })

  test('409: the eleventh device of a visitor is refused, also when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: MAX_DEVICES + 5 }, () => add()))
    const added = answers.filter(({ statusCode }) => statusCode === 201)

    expect(added).toHaveLength(MAX_DEVICES)
    expect((await add()).json()).toMatchObject({ code: 'too-many-devices' })
    expect((await add({}, OUTSIDER)).statusCode).toBe(201)
  })

  test('400: a name is one to sixty characters', async () => {
    expect((await add({ name: ' ' })).statusCode).toBe(400)
    expect((await add({ name: 'x'.repeat(61) })).statusCode).toBe(400)
  })
})

test('a device whose endpoint has ended is listed no more', async () => {
  await add({ expirationTime: Date.now() - 1_000 })
  await add({ expirationTime: Date.now() + 60_000, name: 'Firefox' })

  expect(await names()).toEqual(['Firefox'])
})

test('an account with the address sees what its manage link has added', async () => {
  await add()
  const headers = accounts.headersFor({ email: ADA })
  const response = await app.inject({ url: '/devices', headers })

  expect(response.json<{ devices: unknown[] }>().devices).toHaveLength(1)
})

describe('another visitor’s device', () => {
  test.for([
    ['DELETE', ''],
    ['POST', '/test'],
  ] as const)('404: %s /devices/:id%s answers as if it did not exist', async ([method, path]) => {
    const id = await addTestDevice(app, ADA)
    const refused = await ask(method, `/devices/${id}${path}`, undefined, OUTSIDER)
    const unknown = await ask(method, `/devices/${randomUUID()}${path}`, undefined, OUTSIDER)

    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toMatchObject({ code: 'device-not-found' })
    expect(unknown.json()).toMatchObject({ code: 'device-not-found' })
    expect(await names()).toHaveLength(1)
  })

  test('404: POST /devices/current does not find it', async () => {
    const subscription = aSubscription()
    const id = (await ask('POST', '/devices', subscription)).json<{ id: string }>().id
    const { endpoint } = subscription

    expect((await ask('POST', '/devices/current', { endpoint })).json()).toEqual({ id })
    expect((await ask('POST', '/devices/current', { endpoint }, OUTSIDER)).statusCode).toBe(404)
    expect((await ask('POST', '/devices/current', { endpoint: 'https://x.example' })).statusCode).toBe(404)
  })
})

test('204: a device is removed, once', async () => {
  const id = await addTestDevice(app, ADA)

  expect((await ask('DELETE', `/devices/${id}`)).statusCode).toBe(204)
  expect((await ask('DELETE', `/devices/${id}`)).statusCode).toBe(404)
  expect(await names()).toEqual([])
})

test('429: a visitor gets five test notifications an hour, whatever the device', async () => {
  stopClock()
  const ids = [await addTestDevice(app, ADA), await addTestDevice(app, ADA)]
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await ask('POST', `/devices/${ids[count % 2]}/test`)).statusCode)

  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('200: the choice that push replaces email is kept for each visitor', async () => {
  const chosen = await ask('PUT', '/push/preference', { replacesEmail: true })

  expect(chosen.json()).toEqual({ replacesEmail: true })
  expect((await ask('GET', '/devices')).json()).toMatchObject({ replacesEmail: true })
  expect((await ask('GET', '/devices', undefined, OUTSIDER)).json()).toMatchObject({ replacesEmail: false })
  await ask('PUT', '/push/preference', { replacesEmail: false })
  expect((await ask('GET', '/devices')).json()).toMatchObject({ replacesEmail: false })
})

describe('POST /devices/renewed', () => {
  const waitsForLocks = async () => {
    const rows = await db.execute(sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length
  }
  const renew = (oldEndpoint: string, overrides: Partial<NewDevice> = {}) => {
    const { name: _, ...subscription } = aSubscription(overrides)
    return app.inject({ method: 'POST', url: '/devices/renewed', payload: { oldEndpoint, ...subscription } })
  }

  test('204: the device with the old endpoint has the new one and keeps its name and its owner', async () => {
    const { endpoint } = aSubscription()
    const id = await addTestDevice(app, ADA, { endpoint, name: 'My phone' })
    const renewed = `${endpoint}-new`

    expect((await renew(endpoint, { endpoint: renewed })).statusCode).toBe(204)
    expect((await ask('POST', '/devices/current', { endpoint: renewed })).json()).toEqual({ id })
    expect((await ask('POST', '/devices/current', { endpoint })).statusCode).toBe(404)
    expect(await names()).toEqual(['My phone'])
  })

  test('204: an old endpoint that no device has adds nothing', async () => {
    expect((await renew('https://fcm.googleapis.com/unknown')).statusCode).toBe(204)
    expect(await db.execute(sql`select from push_devices`)).toHaveLength(0)
  })

  test('204: a device that is removed at the same moment stays removed', async () => {
    const { endpoint } = aSubscription()
    await addTestDevice(app, ADA, { endpoint })

    const renewed = await db.transaction(async (tx) => {
      await tx.execute(sql`delete from push_devices`)
      const answer = renew(endpoint, { endpoint: `${endpoint}-new` })
      await vi.waitFor(async () => expect(await waitsForLocks()).toBe(1))
      return { answer }
    })

    expect((await renewed.answer).statusCode).toBe(204)
    expect(await names()).toEqual([])
  })

  test('422: the new endpoint must be one of a push service too', async () => {
    const { endpoint } = aSubscription()
    await addTestDevice(app, ADA, { endpoint })

    expect((await renew(endpoint, { endpoint: 'https://10.0.0.1/' })).statusCode).toBe(422)
  })
})

test('200: the key is a point of P-256, the same at each call', async () => {
  const [first, second] = await Promise.all([app.inject('/push/key'), app.inject('/push/key')])
  const { publicKey } = first.json<{ publicKey: string }>()

  expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65)
  expect(second.json()).toEqual({ publicKey })
})
