import { createLog } from '@walkon/service/log'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createTestGateway, startEcho, startService } from '../testing/gateway.ts'

const post = async (url: string, bytes: number) => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho(), NOTIFIER_URL: await startEcho() })
  return gateway.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
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

test('401: a service that refuses a webhook by its headers is asked before the body is whole', async () => {
  const notifier = await startService((app) => {
    app.addHook('onRequest', (_request, reply) => reply.code(401).send({ code: 'unauthorized' }))
    app.post('/webhooks/postmark', () => 'ok')
  })
  const gateway = createTestGateway({ NOTIFIER_URL: notifier })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')

  socket.write('POST /webhooks/postmark HTTP/1.1\r\nhost: a\r\ncontent-length: 99999\r\n\r\nhalf')

  const [head] = await once(socket, 'data')
  expect(String(head)).toMatch(/^HTTP\/1.1 401 /)
  socket.destroy()
})

test('413: a webhook that does not say how long it is ends at 256 KiB', async () => {
  const gateway = createTestGateway({ NOTIFIER_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })

  const response = await fetch(`${url}/webhooks/postmark`, {
    method: 'POST',
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

  const response = await fetch(`${url}/webhooks/postmark`, { method: 'POST', body })

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
