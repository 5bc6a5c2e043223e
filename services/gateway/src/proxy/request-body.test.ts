import { createLog } from '@walkon/service/log'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestGateway, startEcho, startService } from '../testing/gateway.ts'

/** Of Postmark: the gateway looks whether there is one, the service whether it is right. */
const PROOF = { authorization: 'Basic x' }

const post = async (url: string, bytes: number) => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho(), NOTIFIER_URL: await startEcho() })
  return gateway.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain', ...PROOF },
    payload: 'x'.repeat(bytes),
  })
}

test('413: a body of more than 64 KiB is refused', async () => {
  const response = await post('/api/billing/activations', 64 * 1024 + 1)

  expect(response.headers['content-type']).toBe('application/problem+json')
  expect(response.json()).toMatchObject({ status: 413, code: 'body-too-large' })
})

test('413: a body that does not say how long it is ends at 64 KiB', async () => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  const response = await fetch(`${url}/api/billing/activations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob(['x'.repeat(70_000)]).stream(),
    duplex: 'half',
  })

  expect(response.status).toBe(413)
})

test('200: a webhook may bring 256 KiB', async () => {
  expect((await post('/webhooks/postmark', 256 * 1024)).statusCode).toBe(200)
})

test('413: a webhook of more than 256 KiB is refused', async () => {
  expect((await post('/webhooks/postmark', 256 * 1024 + 1)).statusCode).toBe(413)
})

test.for(['form', 'text/', '/plain'])(
  '200: a body of the malformed type "%s" reaches its service, without the type',
  async (type) => {
    const gateway = createTestGateway({ NOTIFIER_URL: await startEcho() })

    const response = await gateway.inject({
      method: 'POST',
      url: '/u/a-token',
      headers: { 'content-type': type },
      payload: 'List-Unsubscribe=One-Click',
    })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ body: 'List-Unsubscribe=One-Click' })
  },
)

/** A gateway with place for two webhooks a client, in front of a service that counts what it is asked. */
async function startForSlowWebhooks(settings = {}) {
  let asked = 0
  const billing = await startService((app) => {
    app.addHook('onRequest', async () => void asked++)
    app.post('/webhooks/stripe', () => 'stored')
  })
  const gateway = createTestGateway({ BILLING_URL: billing, WEBHOOKS_PER_CLIENT: 2, ...settings })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  /** Sends half of a body; resolves when the gateway has the head of the request. */
  async function sendHalf(headers: string) {
    const heard = once(gateway.server, 'request')
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(
      `POST /webhooks/stripe HTTP/1.1\r\nhost: a\r\ncontent-length: 99999\r\n${headers}\r\n\r\nhalf`,
    )
    await heard
    return socket
  }
  const sendWhole = (client: string) =>
    fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'x-forwarded-for': client, 'stripe-signature': 's' },
      body: '{}',
    })
  return { sendHalf, sendWhole, asked: () => asked }
}

const headOf = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('401: a webhook without the header that proves its sender is refused before its body is read, and no service hears of it', async () => {
  const { sendHalf, asked } = await startForSlowWebhooks()

  const socket = await sendHalf('x-forwarded-for: 203.0.113.9')

  expect(await headOf(socket)).toMatch(/^HTTP\/1.1 401 /)
  expect(asked()).toBe(0)
})

test('408: a webhook whose body is not whole in time is refused and its connection closed, and no service hears of it', async () => {
  const { sendHalf, asked } = await startForSlowWebhooks({ WEBHOOK_BODY_TIMEOUT_MS: 20 })

  const socket = await sendHalf('stripe-signature: s')
  const closed = once(socket, 'close')

  expect(await headOf(socket)).toMatch(/^HTTP\/1.1 408 /)
  await closed
  expect(asked()).toBe(0)
})

test('429: slow webhooks of one client network hold its own places alone, and none of a service', async () => {
  const { sendHalf, sendWhole, asked } = await startForSlowWebhooks()
  await sendHalf('stripe-signature: s\r\nx-forwarded-for: 203.0.113.9')
  await sendHalf('stripe-signature: s\r\nx-forwarded-for: 203.0.113.9')

  expect((await sendWhole('203.0.113.9')).status).toBe(429)
  expect(asked()).toBe(0)
  expect((await sendWhole('203.0.113.10')).status).toBe(200)
})

test('429: slow bodies of one client network hold its own places alone', async () => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho(), BODIES_PER_CLIENT: 1 })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const heard = once(gateway.server, 'request')
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    'POST /api/billing/x HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.9\r\ncontent-length: 99\r\n\r\nhalf',
  )
  await heard
  const send = (client: string) =>
    fetch(`${url}/api/billing/x`, { method: 'POST', headers: { 'x-forwarded-for': client }, body: '{}' })

  expect((await send('203.0.113.9')).status).toBe(429)
  expect((await send('203.0.113.10')).status).toBe(200)
})

test('413: a webhook that does not say how long it is ends at 256 KiB', async () => {
  const gateway = createTestGateway({ NOTIFIER_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  const response = await fetch(`${url}/webhooks/postmark`, {
    method: 'POST',
    headers: PROOF,
    body: new Blob(['x'.repeat(300_000)]).stream(),
    duplex: 'half',
  })

  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'body-too-large' })
})

test('200: a webhook arrives byte for byte', async () => {
  const gateway = createTestGateway({ NOTIFIER_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const body = `{"a":"${'é'.repeat(100_000)}"}`

  const response = await fetch(`${url}/webhooks/postmark`, { method: 'POST', headers: PROOF, body })

  expect(await response.json()).toMatchObject({ body })
})

test('a client that leaves while it sends its body is no error of ours', async () => {
  const lines: { level: number; code?: string }[] = []
  const log = createLog(
    { service: 'gateway', level: 'info' },
    { write: (line) => void lines.push(JSON.parse(line)) },
  )
  const gateway = createTestGateway({ BILLING_URL: await startEcho() }, { log })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  const heard = once(gateway.server, 'request')
  socket.write('POST /api/billing/x HTTP/1.1\r\nhost: a\r\ncontent-length: 99\r\n\r\nhalf')
  await heard

  socket.destroy()

  await vi.waitFor(() => expect(lines).toContainEqual(expect.objectContaining({ msg: 'request refused' })))
  expect(lines.filter(({ level }) => level >= 50)).toEqual([])
})

test('200: a body that is no JSON is passed on as it is, for the service to refuse', async () => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho() })
  const headers = { 'content-type': 'application/json' }

  const response = await gateway.inject({
    method: 'POST',
    url: '/api/billing/x',
    headers,
    payload: '{"a":',
  })

  expect(response.json()).toMatchObject({ body: '{"a":' })
})

test('200: a POST without a body is passed on', async () => {
  const gateway = createTestGateway({ NOTIFIER_URL: await startEcho() })

  expect((await gateway.inject({ method: 'POST', url: '/u/token' })).json()).toMatchObject({
    method: 'POST',
  })
})
