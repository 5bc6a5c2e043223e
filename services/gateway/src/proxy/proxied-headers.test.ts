import { expect, test } from 'vitest'
import { createTestGateway, startEcho, startService } from '../testing/gateway.ts'

const asked = async (headers: Record<string, string>, remoteAddress: string, trusted: string[] = []) => {
  const gateway = createTestGateway({ ALERT_EVALUATOR_URL: await startEcho(), TRUSTED_PROXIES: trusted })
  const response = await gateway.inject({ url: '/api/alerts/x', headers, remoteAddress })
  return { response, headers: response.json<{ headers: Record<string, string> }>().headers }
}

test('200: the sandbox is told the host of a request in X-Original-Host, in place of the value that the client sent', async () => {
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
