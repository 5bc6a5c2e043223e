import { SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import { createLog } from '@walkon/service/log'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { urlsOfServices } from '../config.ts'
import { createTestGateway, NOWHERE, startEcho, startService } from '../testing/gateway.ts'

describe('what goes where', () => {
  const services = SERVICE_NAMES.map((name) => ({ name, url: `${SERVICES[name].address}/some/thing?day=1` }))
  test.for(services)('200: $url asks $name, without its address', async ({ name, url }) => {
    const urls = await Promise.all(
      SERVICE_NAMES.map(async (other) => [other, await startNamed(other)] as const),
    )
    const gateway = createTestGateway(urlsOfServices((other) => new Map(urls).get(other) ?? NOWHERE))

    const response = await gateway.inject({ url })

    expect(response.json()).toEqual({ name, url: '/some/thing?day=1' })
  })

  const routes = [
    {
      url: '/auth/v1/token?grant_type=password',
      setting: 'IDENTITY_URL',
      asked: '/auth/v1/token?grant_type=password',
    },
    { url: '/u/a.token', setting: 'NOTIFIER_URL', asked: '/u/a.token' },
    { url: '/t/AbCd_ef-1234', setting: 'NOTIFIER_URL', asked: '/t/AbCd_ef-1234' },
    { url: '/webhooks/twilio?delivery=1', setting: 'NOTIFIER_URL', asked: '/webhooks/twilio?delivery=1' },
    { url: '/webhooks/postmark', setting: 'NOTIFIER_URL', asked: '/webhooks/postmark' },
    { url: '/sandbox/inbox', setting: 'SANDBOX_URL', asked: '/sandbox/inbox' },
  ]
  test.for(routes)('200: $url asks $setting for $asked', async ({ url, setting, asked }) => {
    const gateway = createTestGateway({ [setting]: await startEcho() })

    const response = await gateway.inject({ method: 'POST', url, payload: { some: 'body' } })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ method: 'POST', url: asked, body: '{"some":"body"}' })
  })

  test('404: there is no sandbox where none is set', async () => {
    const response = await createTestGateway().inject({ url: '/sandbox/inbox' })

    expect(response.json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })

  test('404: an address below /api that belongs to no service', async () => {
    const response = await createTestGateway().inject({
      url: '/api/secrets/1',
      headers: { accept: 'text/html' },
    })

    expect(response.json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })

  test.for([
    '/api/parks/metrics',
    '/api/alerts/readyz',
    '/api/billing/%6cIVEZ',
    '/api/notifications//metrics',
    '/api/identity/metrics',
    '/api/identity/metrics%23x',
    '/api/identity/auth/v1/token',
    '/api/notifications/u/token',
    '/api/notifications/webhooks/postmark',
  ])('404: what services tell their operators, or answer elsewhere, is hidden, as in %s', async (url) => {
    const echo = await startEcho()
    const gateway = createTestGateway({
      ...urlsOfServices(() => echo),
    })

    expect((await gateway.inject({ url })).json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })

  test.for(['/metrics', '/livez', '/readyz'])(
    '404: the public port of the gateway has no %s',
    async (url) => {
      expect((await createTestGateway().inject({ url })).statusCode).toBe(404)
    },
  )
})

test.for([
  '/api/identity/metrics#x',
  '/#x',
  'http://walkon.example/api/config',
  '/api|config',
  '/api/config?x#y',
])('400: what is no valid request target is refused, as %s', async (target) => {
  const gateway = createTestGateway(urlsOfServices(await startEcho().then((echo) => () => echo)))
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')

  socket.write(`GET ${target} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)

  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(answer).toContain('"code":"invalid-request"')
  expect(answer).toContain('content-security-policy')
})

test('400: an HTTP/1.0 request with a transfer encoding', async () => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')

  socket.write('POST /api/billing/x HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
})

const startNamed = (name: string) =>
  startService((app) => {
    app.get('/some/thing', (request) => ({ name, url: request.url }))
  })

const asked = async (headers: Record<string, string>, remoteAddress: string, trusted: string[] = []) => {
  const gateway = createTestGateway({ ALERT_EVALUATOR_URL: await startEcho(), TRUSTED_PROXIES: trusted })
  const response = await gateway.inject({ url: '/api/alerts/x', headers, remoteAddress })
  return { response, headers: response.json<{ headers: Record<string, string> }>().headers }
}

describe('who asks', () => {
  test('200: the sandbox alone hears the host that a client names, whatever else the client says of it', async () => {
    const gateway = createTestGateway({ SANDBOX_URL: await startEcho() })

    const response = await gateway.inject({
      url: '/sandbox/inbox',
      headers: { host: 'evil.example', 'x-original-host': 'localhost' },
    })

    const { headers } = response.json<{ headers: Record<string, string> }>()
    expect(headers['x-original-host']).toBe('evil.example')
  })

  test('200: a service hears where a request comes from by the gateway alone', async () => {
    const { headers } = await asked(
      {
        host: 'evil.example',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-real-ip': '6.6.6.6',
        forwarded: 'for=6.6.6.6',
      },
      '203.0.113.9',
    )

    expect(headers).toMatchObject({
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'walkon.example',
      'x-forwarded-proto': 'http',
    })
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil/)
  })

  test('200: a load balancer that is trusted is believed for the last address, never for the first', async () => {
    const { headers } = await asked({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9' }, '10.0.0.7', ['10.0.0.0/8'])

    expect(headers['x-forwarded-for']).toBe('203.0.113.9')
  })

  test('200: a service gets the authorization of a request, but neither its cookies nor headers of the connection', async () => {
    const { headers } = await asked(
      {
        cookie: 'a=b',
        te: 'trailers',
        connection: 'close, x-private',
        'x-private': '1',
        authorization: 'Bearer t',
      },
      '203.0.113.9',
    )

    expect(headers).toMatchObject({ authorization: 'Bearer t' })
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']))
    expect(headers).not.toHaveProperty('te')
    expect(headers).not.toHaveProperty('x-private')
  })

  test.for(['/auth/v1/token', '/api/identity/sessions'])(
    '200: identity alone sets cookies and is given them, as at %s',
    async (url) => {
      const identity = await startService((app) => {
        app.all('*', (request, reply) => reply.header('set-cookie', 'rt=new').send(request.headers))
      })
      const gateway = createTestGateway({ IDENTITY_URL: identity })

      const response = await gateway.inject({ url, headers: { cookie: 'rt=old' } })

      expect(response.json()).toMatchObject({ cookie: 'rt=old' })
      expect(response.headers['set-cookie']).toBe('rt=new')
    },
  )

  test('200: the gateway gives a request the id that the service and the client get; no client chooses it', async () => {
    const { response, headers } = await asked({ 'x-request-id': 'chosen' }, '203.0.113.9')

    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    expect(response.headers['x-request-id']).toBe(headers['x-request-id'])
  })

  test('200: an answer does not tell what software a service runs on', async () => {
    const { response } = await asked({}, '203.0.113.9')

    expect(response.headers).not.toHaveProperty('x-powered-by')
    expect(response.headers).not.toHaveProperty('keep-alive')
  })
})

const post = async (url: string, bytes: number) => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho(), NOTIFIER_URL: await startEcho() })
  return gateway.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
    payload: 'x'.repeat(bytes),
  })
}

describe('bodies', () => {
  test('413: a body of more than 64 KiB', async () => {
    const response = await post('/api/billing/activations', 64 * 1024 + 1)

    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ status: 413, code: 'body-too-large' })
  })

  test('413: a body that does not say how long it is', async () => {
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

  test('413: a webhook of more than 256 KiB', async () => {
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
})

describe('a service that is not well', () => {
  test('503: the service is away', async () => {
    const response = await createTestGateway().inject({ url: '/api/alerts/subscriptions' })

    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('504: the service takes too long', async () => {
    const slow = await startService((app) => {
      app.get('/slow', async () => after(60_000, null, { ref: false }))
    })
    const gateway = createTestGateway({ ALERT_EVALUATOR_URL: slow, UPSTREAM_TIMEOUT_MS: 50 })

    const response = await gateway.inject({ url: '/api/alerts/slow' })

    expect(response.json()).toMatchObject({ status: 504, code: 'upstream-timeout' })
  })

  test('409: the refusal of a service is passed on as it is', async () => {
    const refusing = await startService((app) => {
      app.post('/x', (_request, reply) => reply.code(409).header('retry-after', '7').send({ code: 'spent' }))
    })
    const gateway = createTestGateway({ BILLING_URL: refusing })

    const response = await gateway.inject({ method: 'POST', url: '/api/billing/x' })

    expect(response.statusCode).toBe(409)
    expect(response.headers['retry-after']).toBe('7')
    expect(response.json()).toEqual({ code: 'spent' })
  })

  test('200: a GET on a kept connection that the service has closed is sent once more', async () => {
    let requests = 0
    const closing = await startService((app) => {
      app.get('/x', (request) => {
        requests++
        if (requests === 1) request.raw.socket.destroy()
        return { requests }
      })
    })
    const gateway = createTestGateway({ ALERT_EVALUATOR_URL: closing })

    expect((await gateway.inject({ url: '/api/alerts/x' })).json()).toEqual({ requests: 2 })
  })

  test('503: a POST whose connection breaks is not sent again', async () => {
    let requests = 0
    const closing = await startService((app) => {
      app.post('/x', (request) => {
        requests++
        request.raw.socket.destroy()
      })
    })
    const gateway = createTestGateway({ BILLING_URL: closing })

    expect((await gateway.inject({ method: 'POST', url: '/api/billing/x' })).statusCode).toBe(503)
    expect(requests).toBe(1)
  })
})
