import { SERVICE_NAMES, SERVICES } from '@walkon/contracts/services'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { urlsOfServices } from '../config.ts'
import { createTestGateway, NOWHERE, startEcho, startService } from '../testing/gateway.ts'

describe('what goes where', () => {
  const services = SERVICE_NAMES.map((name) => ({ name, url: `${SERVICES[name].address}/some/thing?day=1` }))
  test.for(services)('200: a request for $url goes to $name, without its address', async ({ name, url }) => {
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
  test.for(routes)('200: a request for $url goes to $setting as $asked', async ({ url, setting, asked }) => {
    const gateway = createTestGateway({ [setting]: await startEcho() })

    const response = await gateway.inject({
      method: 'POST',
      url,
      // The proofs of providers: the services look whether they are right.
      headers: { authorization: 'Basic x', 'x-twilio-signature': 'x' },
      payload: { some: 'body' },
    })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ method: 'POST', url: asked, body: '{"some":"body"}' })
  })

  test('404: there is no sandbox where none is set', async () => {
    const response = await createTestGateway().inject({ url: '/sandbox/inbox' })

    expect(response.json()).toMatchObject({ status: 404, code: 'route-not-found' })
  })

  test('404: an address below /api that belongs to no service is not found', async () => {
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

test('400: an HTTP/1.0 request with a transfer encoding is refused', async () => {
  const gateway = createTestGateway({ BILLING_URL: await startEcho() })
  const url = await gateway.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')

  socket.write('POST /api/billing/x HTTP/1.0\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n')

  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
})

describe('a service that is not well', () => {
  test('503: a request whose service is away is told to come again', async () => {
    const response = await createTestGateway().inject({ url: '/api/alerts/subscriptions' })

    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers['retry-after']).toBe('2')
    expect(response.json()).toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('504: a request whose service takes too long is given up', async () => {
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

const startNamed = (name: string) =>
  startService((app) => {
    app.get('/some/thing', (request) => ({ name, url: request.url }))
  })
