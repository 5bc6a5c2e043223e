import webPush from 'web-push'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startSandbox, temporaryFolder } from '../testing/test-sandbox.ts'
import { startReceiver } from '../testing/webhook-receiver.ts'

const OURS = webPush.generateVAPIDKeys()
const OTHERS = webPush.generateVAPIDKeys()
const SUBJECT = 'mailto:alerts@walkon.example'

const subscription = z.object({
  endpoint: z.string(),
  expirationTime: z.null(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})
type Subscription = z.output<typeof subscription>
const ledger = z.array(
  z.object({
    id: z.string(),
    channel: z.string(),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
  }),
)

type How = Omit<webPush.RequestOptions, 'headers'> & {
  /** Headers in place of the SDK's; undefined leaves one out. */
  headers?: Record<string, string | undefined>
}

/** A sandbox, a browser that has subscribed there, and the real SDK. */
async function start(dataDir = temporaryFolder()) {
  const receiver = await startReceiver()
  const productUrl = new URL('/api/notifications', receiver.url).href
  const sandbox = await startSandbox({ dataDir, now: () => new Date(), pushProductUrl: productUrl })
  const subscribe = async (name = 'My phone') => {
    const body = { applicationServerKey: OURS.publicKey, name }
    return subscription.parse(await (await sandbox.control('POST', '/devices', body)).json())
  }

  function send(to: Subscription, payload: string, { headers = {}, ...options }: How = {}) {
    const vapidDetails = { subject: SUBJECT, ...OURS }
    const details = webPush.generateRequestDetails(to, payload, { vapidDetails, TTL: 60, ...options })
    const { 'Content-Length': _, ...generated } = { ...details.headers, ...headers }
    const sent = Object.entries(generated).filter(([, value]) => value !== undefined)
    return fetch(details.endpoint, {
      method: 'POST',
      headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])),
      body: new Uint8Array(details.body),
    })
  }
  const messages = async () =>
    ledger.parse(await (await sandbox.control('GET', '/messages?channel=push')).json())
  const told = () => receiver.received.map(({ path, body }): unknown => [path, JSON.parse(body)])
  return { ...sandbox, subscribe, send, messages, told }
}

const aPayload = (overrides: object = {}) =>
  JSON.stringify({
    v: 1,
    kind: 'ride-alerts',
    title: 'Space Mountain: 10 min',
    body: 'At Magic Kingdom Park.',
    tag: 'tag-1',
    url: '/live-wait-times?park=1',
    token: 'token-1',
    actions: ['done', 'snooze'],
    ...overrides,
  })

test('what the SDK encrypts for a browser is decrypted, and is in the ledger under its device', async () => {
  const { subscribe, send, messages } = await start()
  const to = await subscribe()
  const response = await send(to, aPayload(), { topic: 'topic-1', urgency: 'high' })

  expect(response.status).toBe(201)
  expect(response.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sandbox\/push\/messages\//)
  expect(await messages()).toMatchObject([
    {
      channel: 'push',
      to: to.endpoint.split('/').at(-1),
      subject: 'Space Mountain: 10 min',
      text: 'At Magic Kingdom Park.',
      headers: { ttl: '60', topic: 'topic-1', urgency: 'high' },
    },
  ])
})

const jwtOf = (audience: string, keys = OURS, expiresAt?: number) =>
  webPush.getVapidHeaders(audience, SUBJECT, keys.publicKey, keys.privateKey, 'aes128gcm', expiresAt)
    .Authorization

test.for([
  ['no TTL', 400, () => ({ headers: { TTL: undefined } })],
  ['a TTL that is no number', 400, () => ({ headers: { TTL: 'soon' } })],
  ['another encoding', 400, () => ({ headers: { 'Content-Encoding': 'aesgcm' } })],
  ['a topic that is too long', 400, () => ({ headers: { Topic: 'x'.repeat(33) } })],
  ['an urgency that does not exist', 400, () => ({ headers: { Urgency: 'now' } })],
  ['no authorization', 401, () => ({ headers: { Authorization: undefined } })],
  ['the key of another product', 403, () => ({ vapidDetails: { subject: SUBJECT, ...OTHERS } })],
  [
    'our key and a signature of another',
    403,
    (origin: string) => ({
      headers: { Authorization: jwtOf(origin, { ...OURS, privateKey: OTHERS.privateKey }) },
    }),
  ],
  [
    'a token for another push service',
    403,
    () => ({ headers: { Authorization: jwtOf('https://fcm.googleapis.com') } }),
  ],
] as const)('a push with %s is refused with %i and is not in the ledger', async ([, status, toOptions]) => {
  const { subscribe, send, messages, url } = await start()
  const response = await send(await subscribe(), aPayload(), toOptions(url))

  expect(response.status).toBe(status)
  expect(await messages()).toEqual([])
})

test('a payload that was encrypted for another browser is refused', async () => {
  const { subscribe, send, messages } = await start()
  const [mine, other] = [await subscribe(), await subscribe()]

  expect((await send({ ...other, keys: mine.keys }, aPayload())).status).toBe(400)
  expect(await messages()).toEqual([])
})

test('a body of more than 4096 bytes is refused with 413', async () => {
  const { subscribe, send } = await start()

  expect((await send(await subscribe(), 'x'.repeat(3_993))).status).toBe(201)
  expect((await send(await subscribe(), 'x'.repeat(3_994))).status).toBe(413)
})

test('an unknown subscription is answered with 404, one that was removed with 410, also after a restart', async () => {
  const dataDir = temporaryFolder()
  const first = await start(dataDir)
  const [kept, removed] = [await first.subscribe(), await first.subscribe()]
  const idOf = ({ endpoint }: Subscription) => endpoint.split('/').at(-1) ?? ''
  expect((await first.control('DELETE', `/devices/${idOf(removed)}`)).status).toBe(204)
  await first.stop()

  const second = await start(dataDir)
  const at = (each: Subscription) => ({ ...each, endpoint: `${second.url}/sandbox/push/${idOf(each)}` })
  expect((await second.send(at(kept), aPayload())).status).toBe(201)
  expect((await second.send(at(removed), aPayload())).status).toBe(410)
  expect(
    (await second.send({ ...kept, endpoint: `${second.url}/sandbox/push/unknown` }, aPayload())).status,
  ).toBe(404)
})

test('the phone tells the product that it has shown a push, with the token of the payload', async () => {
  const { subscribe, send, told } = await start()
  await send(await subscribe(), aPayload())

  await vi.waitFor(() => expect(told()).toEqual([['/api/notifications/pushes/shown', { token: 'token-1' }]]))
})

test('of two pushes of one topic that come before the phone shows the first, it shows the second alone', async () => {
  const { subscribe, send, messages, told } = await start()
  const to = await subscribe()
  await send(to, aPayload({ token: 'first' }), { topic: 'topic-1' })
  await send(to, aPayload({ token: 'second' }), { topic: 'topic-1' })

  await vi.waitFor(() => expect(told()).not.toEqual([]))
  expect(told()).toEqual([['/api/notifications/pushes/shown', { token: 'second' }]])
  expect(await messages()).toHaveLength(2)
})

test('the buttons of a notification post what a service worker would', async () => {
  const { subscribe, send, messages, told, control } = await start()
  await send(await subscribe(), aPayload({ token: undefined }))
  await send(await subscribe(), aPayload())
  const [newest, older] = await messages()
  const press = async (id: string | undefined, action: string) =>
    (await control('POST', `/messages/${id}/actions/${action}`)).status

  expect([await press(newest?.id, 'done'), await press(newest?.id, 'snooze')]).toEqual([202, 202])
  expect(told()).toEqual(
    expect.arrayContaining([
      ['/api/notifications/pushes/replies', { token: 'token-1', reply: { kind: 'done' } }],
      ['/api/notifications/pushes/replies', { token: 'token-1', reply: { kind: 'snooze', minutes: 30 } }],
    ]),
  )
  expect(await press(older?.id, 'done')).toBe(409)
  expect(await press('unknown', 'done')).toBe(404)
})

test('the inbox shows a push as its phone does', async () => {
  const { subscribe, send, messages, control } = await start()
  await send(await subscribe('Ada’s phone'), aPayload())
  const [sent] = await messages()
  const page = await (await control('GET', `/inbox/${sent?.id}`)).text()

  expect(page).toContain('<h1>Ada’s phone</h1>')
  expect(page).toContain('<h2>Space Mountain: 10 min</h2>')
  expect(page).toContain('href="/live-wait-times?park=1"')
  expect(page.match(/<button[^>]*>[^<]+/g)?.map((button) => button.split('>')[1])).toEqual([
    'Show',
    'Done',
    'Snooze 30 min',
  ])
})

test('an accepted push is in the ledger whatever the caller was told', async () => {
  const { subscribe, send, messages, control } = await start()
  const to = await subscribe()
  const fault = (kind: string) => control('POST', '/faults', { provider: 'push', kind, count: 1 })
  await fault('rate-limited')
  const limited = await send(to, aPayload())
  await fault('error')
  const failed = await send(to, aPayload())
  expect([limited.status, limited.headers.get('retry-after'), failed.status]).toEqual([429, '1', 500])
  expect(await messages()).toEqual([])

  await fault('error-after-accept')
  expect((await send(to, aPayload())).status).toBe(500)
  expect(await messages()).toHaveLength(1)
  expect((await fault('lookup-down')).status).toBe(400)
})

test('a browser subscribes only with a key of the curve', async () => {
  const { control } = await start()
  const wrong = await control('POST', '/devices', { applicationServerKey: `B${'A'.repeat(86)}` })

  expect(wrong.status).toBe(400)
})
