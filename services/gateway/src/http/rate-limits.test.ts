import { describe, expect, test } from 'vitest'
import { urlsOfServices } from '../config.ts'
import { createTestGateway, startEcho } from '../testing/gateway.ts'

async function createLimited() {
  const echo = await startEcho()
  const gateway = createTestGateway({
    ...urlsOfServices(() => echo),
    SANDBOX_URL: echo,
    RATE_LIMIT_PER_MINUTE: 3,
    WRITE_LIMIT_PER_MINUTE: 1,
  })
  return (url: string, remoteAddress: string, method: 'GET' | 'POST' = 'GET') =>
    gateway.inject({ method, url, remoteAddress })
}

const VISITOR = '203.0.113.9'

describe('how much one client may ask', () => {
  test('429: more than its share in a minute, of all services together', async () => {
    const ask = await createLimited()
    for (const url of ['/api/billing/a', '/api/alerts/b', '/api/config']) await ask(url, VISITOR)

    const response = await ask('/api/alerts/c', VISITOR)

    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('200: another client is not held up by it', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 4; i++) await ask('/api/billing/a', VISITOR)

    expect((await ask('/api/billing/a', '203.0.113.10')).statusCode).toBe(200)
  })

  test('429: what changes something is counted apart, and stricter', async () => {
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

  test('429: all addresses of one IPv6 network are one client', async () => {
    const ask = await createLimited()
    for (let host = 1; host <= 3; host++) await ask('/api/billing/a', `2001:db8:1:1::${host}`)

    expect((await ask('/api/billing/a', '2001:db8:1:1:ffff::9')).statusCode).toBe(429)
    expect((await ask('/api/billing/a', '2001:db8:1:2::1')).statusCode).toBe(200)
  })

  test('200: webhooks and the sandbox are not held up', async () => {
    const ask = await createLimited()
    for (let i = 0; i < 5; i++) {
      expect((await ask('/webhooks/postmark', VISITOR, 'POST')).statusCode).toBe(200)
      expect((await ask('/sandbox/messages', VISITOR)).statusCode).toBe(200)
    }
  })
})
