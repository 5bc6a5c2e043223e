import { describe, expect, test } from 'vitest'
import { createTestGateway, NOWHERE, startService } from './testing/gateway.ts'

describe('security headers', () => {
  test.for(['/api/config', '/api/alerts/x', '/no-such-file.js', '/api/%zz'])(
    'security headers are on every answer, as on that of %s',
    async (url) => {
      const { headers } = await createTestGateway().inject({ url })

      expect(headers['content-security-policy']).toBe(
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "form-action 'self' https://checkout.stripe.com; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
      )
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
    },
  )

  test('HSTS is sent where the public address has TLS', async () => {
    const { headers } = await createTestGateway({ PUBLIC_URL: 'https://walkon.example' }).inject({
      url: '/api/config',
    })

    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('HSTS is not sent where the public address has no TLS', async () => {
    const { headers } = await createTestGateway().inject({ url: '/api/config' })

    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  test('a service cannot loosen the security headers', async () => {
    const loose = await startService((app) => {
      app.get('/x', (_request, reply) =>
        reply.header('content-security-policy', "script-src 'unsafe-inline'").send('x'),
      )
    })
    const { headers } = await createTestGateway({ ALERT_EVALUATOR_URL: loose }).inject({
      url: '/api/alerts/x',
    })

    expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  })

  test('the sandbox shows mails in frames of its own, by a policy of its own', async () => {
    const sandbox = await startService((app) => {
      app.get('/sandbox/inbox', () => 'inbox')
      app.get('/sandbox/mail', (_request, reply) =>
        reply.header('content-security-policy', "style-src 'unsafe-inline'").send('mail'),
      )
    })
    const gateway = createTestGateway({ SANDBOX_URL: sandbox })

    const inbox = await gateway.inject({ url: '/sandbox/inbox' })
    const mail = await gateway.inject({ url: '/sandbox/mail' })

    expect(inbox.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    expect(mail.headers['content-security-policy']).toBe("style-src 'unsafe-inline'")
    expect(mail.headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('GET /api/config', () => {
  test('200: the web app gets what it must know of the gateway, as the settings say', async () => {
    const response = await createTestGateway({
      HOME_FIGURES: 'sample',
      SUPPORT_EMAIL: 'help@walkon.example',
    }).inject({
      url: '/api/config',
    })

    expect(response.json()).toEqual({
      homeFigures: 'sample',
      inboxUrl: null,
      sandboxDeviceUrl: null,
      demoCode: null,
      version: 'unversioned',
      supportEmail: 'help@walkon.example',
    })
  })

  test('200: the local run shows where its mail is, offers a phone for push, and a promo code for everyone', async () => {
    const response = await createTestGateway({ SANDBOX_URL: NOWHERE, DEMO_PROMO_CODE: 'FREEDAY' }).inject({
      url: '/api/config',
    })

    expect(response.json()).toMatchObject({
      inboxUrl: '/sandbox/inbox',
      sandboxDeviceUrl: '/sandbox/devices',
      demoCode: 'FREEDAY',
    })
  })
})
