import { afterAll, expect, test } from 'vitest'
import { createTestNotifier } from '../testing/notifier.ts'
import { bySmtp } from '../testing/settings.ts'

const notifier = await createTestNotifier()
const { app: whole, accounts } = notifier
const { app } = notifier.build({
  env: {
    ...bySmtp('smtp://localhost'),
    TWILIO_ACCOUNT_SID: undefined,
    TWILIO_AUTH_TOKEN: undefined,
    TWILIO_MESSAGING_SERVICE_SID: undefined,
    SMS_ENABLED: 'false',
  },
})
afterAll(notifier.close)

test('200: with Postmark and Twilio there are a newsletter and texts', async () => {
  expect((await whole.inject({ url: '/offers' })).json()).toEqual({ newsletter: true, texts: true })
})

test('200: with a mailbox by SMTP alone there are neither', async () => {
  expect((await app.inject({ url: '/offers' })).json()).toEqual({ newsletter: false, texts: false })
})

test.each([
  ['POST', '/newsletter'],
  ['GET', '/newsletter/issues'],
  ['POST', '/webhooks/postmark'],
  ['POST', '/webhooks/twilio'],
] as const)('404: %s %s is not offered by SMTP alone', async (method, url) => {
  const response = await app.inject({ method, url })
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ code: 'not-offered' })
})

test('200: the desk is told that a mailbox keeps no lists', async () => {
  const headers = accounts.headersFor({ email: 'desk@example.com', roles: ['support'], aal: 'aal2' })
  const lookUp = {
    method: 'POST' as const,
    url: '/suppressions/look-up',
    headers,
    payload: { email: 'ada@example.com' },
  }

  expect((await app.inject(lookUp)).json()).toMatchObject({ keepsLists: false, listed: null })
})
