import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { describe, expect, test } from 'vitest'
import { urlsOfServices } from '../config.ts'
import { createTestGateway, startEcho, startService } from '../testing/gateway.ts'

async function createLimited(metrics = createMetrics('gateway')) {
  const echo = await startEcho()
  const gateway = createTestGateway(
    {
      ...urlsOfServices(() => echo),
      SANDBOX_URL: echo,
      RATE_LIMIT_PER_MINUTE: 3,
      WRITE_LIMIT_PER_MINUTE: 1,
      PUSH_RECEIPT_LIMIT_PER_MINUTE: 2,
    },
    { metrics },
  )
  return (url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET') =>
    // The proof of Postmark: the service looks whether it is right.
    gateway.inject({ method, url, remoteAddress, headers: { authorization: 'Basic x' } })
}

const VISITOR = '203.0.113.9'

describe('how much one client may ask', () => {
  test('429: a client that asks more than its share in a minute is refused, counted over all services', async () => {
    const ask = await createLimited()
    for (const url of ['/api/billing/a', '/api/alerts/b', '/api/config']) await ask(url, VISITOR)

    const response = await ask('/api/alerts/c', VISITOR)

    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('429: each refusal is counted by the limit that was hit', async () => {
    const metrics = createMetrics('gateway')
    const ask = await createLimited(metrics)
    for (let i = 0; i < 5; i++) await ask('/api/billing/a', VISITOR)
    for (let i = 0; i < 2; i++) await ask('/api/billing/a', '203.0.113.10', 'POST')

    const text = await metrics.getSingleMetricAsString('limits_hit_total')
    expect(text).toContain('{limit="requests",service="gateway"} 2')
    expect(text).toContain('{limit="writes",service="gateway"} 1')
  })

  test('200: a client is served while another one is over its limit', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 4; i++) await ask('/api/billing/a', VISITOR)

    expect((await ask('/api/billing/a', '203.0.113.10')).statusCode).toBe(200)
  })

  test('429: requests that change something have a stricter limit of their own', async () => {
    const ask = await createLimited()
    await ask('/api/billing/a', VISITOR, 'POST')

    expect((await ask('/api/alerts/a', VISITOR, 'POST')).statusCode).toBe(429)
    expect((await ask('/api/billing/a', VISITOR)).statusCode).toBe(200)
  })

  test('200: a refresh counts as a read, so that a park full of visitors behind one address stays signed in', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 3; i++) expect((await ask('/auth/v1/token', VISITOR, 'POST')).statusCode).toBe(200)

    expect((await ask('/auth/v1/token', VISITOR, 'POST')).statusCode).toBe(429)
  })

  test('200: the receipts of 200 pushes from one network within a minute are all heard, and take no write from it', async () => {
    const echo = await startEcho()
    const gateway = createTestGateway({ ...urlsOfServices(() => echo), WRITE_LIMIT_PER_MINUTE: 120 })
    const post = async (url: string) =>
      (await gateway.inject({ method: 'POST', url, remoteAddress: VISITOR })).statusCode
    const refused: number[] = []
    for (let i = 0; i < 200; i++) {
      if ((await post('/api/notifications/pushes/shown')) !== 200) refused.push(i)
    }

    expect(refused).toEqual([])
    expect(await post('/api/billing/checkouts')).toBe(200)
  })

  test('200: receipts and replies of pushes are heard from a network that has no write left', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 2; i++) await ask('/api/billing/checkouts', VISITOR, 'POST')

    expect((await ask('/api/notifications/pushes/shown', VISITOR, 'POST')).statusCode).toBe(200)
    expect((await ask('/api/notifications/pushes/replies', VISITOR, 'POST')).statusCode).toBe(200)
    expect((await ask('/api/notifications/devices', VISITOR, 'POST')).statusCode).toBe(429)
  })

  test('429: receipts of pushes have a limit of their own', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 2; i++) await ask('/api/notifications/pushes/shown', VISITOR, 'POST')

    expect((await ask('/api/notifications/pushes/shown', VISITOR, 'POST')).statusCode).toBe(429)
    expect((await ask('/api/billing/a', VISITOR)).statusCode).toBe(200)
  })

  test.for([
    '/api/billing/quotes',
    '/api/billing/activations/link',
    '/api/flights/alerts/link',
    '/api/notifications/devices/current',
  ])('200: %s only reads, and is counted as a read', async (url) => {
    const ask = await createLimited()
    for (let i = 0; i < 3; i++) expect((await ask(url, VISITOR, 'POST')).statusCode).toBe(200)

    expect((await ask(url, VISITOR, 'POST')).statusCode).toBe(429)
    expect((await ask('/api/billing/checkouts', VISITOR, 'POST')).statusCode).toBe(200)
  })

  test('429: the requests of all addresses of an IPv6 /56 are counted as of one client', async () => {
    const ask = await createLimited()
    for (let host = 1; host <= 3; host++) await ask('/api/billing/a', `2001:db8:1:${host}::1`)

    expect((await ask('/api/billing/a', '2001:db8:1:ff:ffff::9')).statusCode).toBe(429)
    expect((await ask('/api/billing/a', '2001:db8:1:100::1')).statusCode).toBe(200)
  })

  test('200: webhooks and the sandbox have no limit of requests', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 5; i++) {
      expect((await ask('/webhooks/postmark', VISITOR, 'POST')).statusCode).toBe(200)
      expect((await ask('/sandbox/messages', VISITOR)).statusCode).toBe(200)
    }
  })

  test('200: a request that a fresh shared answer serves is not counted', async () => {
    const parkData = await startService((app) => {
      app.get('/mk/live', (_request, reply) => reply.header('cache-control', 'public, max-age=60').send([]))
    })
    const gateway = createTestGateway({ PARK_DATA_URL: parkData, RATE_LIMIT_PER_MINUTE: 1 })
    const board = () => gateway.inject({ url: '/api/parks/mk/live', remoteAddress: VISITOR })
    for (let i = 0; i < 5; i++) expect((await board()).statusCode).toBe(200)

    const other = await gateway.inject({ url: '/api/parks/mk/live?x=1', remoteAddress: VISITOR })

    expect(other.statusCode).toBe(429)
  })

  test('429: requests from an address with a port are counted as of the address', async () => {
    const echo = await startEcho()
    const gateway = createTestGateway({ BILLING_URL: echo, RATE_LIMIT_PER_MINUTE: 1 })
    const from = (address: string) =>
      gateway.inject({ url: '/api/billing/a', headers: { 'x-forwarded-for': address } })

    expect((await from('203.0.113.9:1001')).json().headers['x-forwarded-for']).toBe('203.0.113.9')
    expect((await from('203.0.113.9:1002')).statusCode).toBe(429)
    expect((await from('[2001:db8::1]:1002')).json().headers['x-forwarded-for']).toBe('2001:db8::1')
  })

  test('429: requests of a client to another replica of the gateway are counted too', async () => {
    const echo = await startEcho()
    const sharedCounts = createMemoryCache()
    const [first, second] = [1, 2].map(() =>
      createTestGateway({ BILLING_URL: echo, RATE_LIMIT_PER_MINUTE: 1 }, { sharedCounts }),
    )

    expect((await first?.inject({ url: '/api/billing/a' }))?.statusCode).toBe(200)
    expect((await second?.inject({ url: '/api/billing/a' }))?.statusCode).toBe(429)
  })
})
