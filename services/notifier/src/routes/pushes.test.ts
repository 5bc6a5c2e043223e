import { recipientReplied } from '@walkon/contracts/events/notifications'
import { linkHeaders } from '@walkon/testing/service'
import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createPushTokens } from '../channels/push-tokens.ts'
import { addTestDevice } from '../testing/devices.ts'
import { anAlert, anAlertEvent, createTestNotifier, KEYS, linksFor } from '../testing/notifier.ts'

const { app, db, hear, published, clear, close } = await createTestNotifier()
afterAll(close)
beforeEach(clear)

const ADA = 'ada@example.com'
const tokens = createPushTokens(KEYS)
const DONE = { kind: 'done' }

const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
const reply = (token: string, said: object = DONE) => post('/pushes/replies', { token, reply: said })

/** Alerts on a device of Ada's. Returns the push with its token. */
async function pushed() {
  const device = await addTestDevice(app, ADA)
  const alerts = [anAlert(), anAlert({ rideName: 'Haunted Mansion' })]
  await hear([anAlertEvent({ email: ADA, alerts })])
  const [push] = await db.execute<{ id: string }>(sql`select id from deliveries where channel = 'push'`)
  const id = push?.id ?? ''
  return {
    id,
    device,
    alertIds: alerts.map(({ alertId }) => alertId),
    token: await tokens.seal(id, new Date()),
  }
}

const stateOf = async (id: string) =>
  (await db.execute<{ state: string }>(sql`select state from deliveries where id = ${id}::uuid`))[0]?.state

describe('POST /pushes/shown', () => {
  test('204: what a browser has shown is delivered, and its device was last seen then', async () => {
    const { id, token } = await pushed()
    const shown = await post('/pushes/shown', { token })
    const listed = await app.inject({ url: '/devices', headers: await linkHeaders(ADA) })

    expect([shown.statusCode, await stateOf(id)]).toEqual([204, 'delivered'])
    expect(listed.json()).toMatchObject({ devices: [{ lastShownAt: expect.any(String) }] })
    expect((await post('/pushes/shown', { token })).statusCode).toBe(204)
  })

  test('204: a token that is forged, too old, of another purpose or of nothing changes nothing', async () => {
    const { id } = await pushed()
    const aDayAgo = new Date(Date.now() - 86_401_000)
    for (const token of [
      'forged',
      await createPushTokens([new Uint8Array(32)]).seal(id, new Date()),
      await tokens.seal(id, aDayAgo),
      await linksFor('manage').seal(ADA, { expiresInSeconds: 60, now: new Date() }),
      await tokens.seal(randomUUID(), new Date()),
    ])
      expect((await post('/pushes/shown', { token })).statusCode).toBe(204)

    expect(await stateOf(id)).toBe('queued')
  })
})

describe('POST /pushes/replies', () => {
  test.for([[DONE], [{ kind: 'snooze', minutes: 30 }]])(
    '204: %o is published once with the alerts of the notification, however often it is sent',
    async ([said]) => {
      const { id, alertIds, token } = await pushed()
      const statuses = [(await reply(token, said)).statusCode, (await reply(token, said)).statusCode]
      const [first, ...more] = await published(recipientReplied)

      expect(statuses).toEqual([204, 204])
      expect(more).toEqual([])
      expect(first).toMatchObject({ deliveryId: id, reply: said })
      expect(new Set(first?.alertIds)).toEqual(new Set(alertIds))
    },
  )

  test('410: a token that is forged, a day old, of another key or of an erased notification is refused', async () => {
    const { id, token } = await pushed()
    const wrong = [
      'forged',
      token.slice(0, -2),
      await createPushTokens([new Uint8Array(32)]).seal(id, new Date()),
      await tokens.seal(id, new Date(Date.now() - 86_401_000)),
      await tokens.seal(randomUUID(), new Date()),
    ]
    for (const each of wrong) {
      const refused = await reply(each)
      expect([refused.statusCode, refused.json()]).toMatchObject([410, { code: 'push-reply-ended' }])
    }
    expect(await published(recipientReplied)).toEqual([])
  })

  test('410: a test notification has no alerts to reply to', async () => {
    const device = await addTestDevice(app, ADA)
    await app.inject({ method: 'POST', url: `/devices/${device}/test`, headers: await linkHeaders(ADA) })
    const [push] = await db.execute<{ id: string }>(sql`select id from deliveries where channel = 'push'`)

    expect((await reply(await tokens.seal(push?.id ?? '', new Date()))).statusCode).toBe(410)
  })

  test('400: a reply is Done, or Snooze for thirty minutes', async () => {
    const { token } = await pushed()

    expect((await reply(token, { kind: 'stop' })).statusCode).toBe(400)
    expect((await reply(token, { kind: 'snooze', minutes: 1_440 })).statusCode).toBe(400)
  })
})
