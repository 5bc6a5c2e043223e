import { expect, test } from 'vitest'
import {
  askForAccount,
  createClient,
  lastMail,
  PARTNER_URL,
  PUBLIC_URL,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const use = (token: string, type: string) =>
  call(running, 'POST', '/auth/v1/verify', { body: { token_hash: token, type } })

test("A mail's link does not follow the Host header of the request", async () => {
  const { email } = await signUp(running)
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }
  await call(running, 'POST', '/auth/v1/recover', { body: { email }, headers })
  const { path, token } = await lastMail(running, email, 'reset-password')
  expect(path).toBe(`/auth/confirm?token=${token}&type=recovery`)
  const opened = await call(running, 'GET', '/auth/v1/verify?token=none&type=recovery', { headers })
  expect(opened.headers.location).toMatch(`${PUBLIC_URL}/?error=`)
})

const UNLISTED = [
  'https://walkon.example.evil/auth',
  'https://partner.example.evil/app',
  'https://evil.example/?x=https://partner.example/app',
  'https://evil.example#https://partner.example/app',
  'https://partner.example@evil.example/app',
  'https://user:secret@partner.example/app',
  'https://user@partner.example/app',
  'https://partner.example:8443/app',
  'http://partner.example/app',
  'https://sub.partner.example/app',
  'https://partner.example/application',
  'https://partner.example/app/../admin',
  'https://partner.example/app/%2e%2e/admin',
  'https://partner.example/app\\..\\admin',
  'https://partner.example/admin',
  'https:partner.example.evil/app',
  '//evil.example',
  '\\\\evil.example',
  '/\\evil.example',
  '/relative',
  '\tjavascript:alert(1)',
  'javascript:alert(1)//partner.example/app',
  'data:text/html,<script>alert(1)</script>',
  'com.walkon.app:auth',
  'com.walkon.app.evil://auth',
  '',
]

test.each(UNLISTED)("A mail's link leads to our own page for the unlisted %j", async (redirectTo) => {
  const { email } = await askForAccount(running)
  const query = new URLSearchParams({ redirect_to: redirectTo })
  const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256', type: 'signup' }
  const answer = await call(running, 'POST', `/auth/v1/resend?${query.toString()}`, { body })
  expect(answer.status).toBe(200)
  const { path, token } = await lastMail(running, email, 'confirm-account')
  expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)

  const opened = await call(running, 'GET', `/auth/v1/verify?token=none&type=signup&${query.toString()}`)
  expect(new URL(String(opened.headers.location)).origin).toBe(PUBLIC_URL)
})

test.each([PARTNER_URL, `${PARTNER_URL}/deep?x=1#y`, 'com.walkon.app://auth/in'])(
  "A mail's link leads to the listed %s for an app that has begun with PKCE",
  async (redirectTo) => {
    const { email } = await askForAccount(running)
    const query = new URLSearchParams({ redirect_to: redirectTo })
    const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256', type: 'signup' }
    await call(running, 'POST', `/auth/v1/resend?${query.toString()}`, { body })
    const { path, appPath, token } = await lastMail(running, email, 'confirm-account')
    expect(new URL(appPath, PUBLIC_URL).searchParams.get('redirect_to')).toBe(redirectTo)
    expect(path).toBe(`/auth/confirm?token=${token}&type=signup`)
  },
)

// A stranger's request for the owner's mail: its link must sign the owner in, and carry nothing of the stranger's.
test.each(['/', '/auth/confirm?token=strangers&type=magiclink'])(
  "A mail's link never leads to a page of our own site that a stranger with PKCE names: %s",
  async (page) => {
    const { email } = await signUp(running)
    const query = new URLSearchParams({ redirect_to: `${PUBLIC_URL}${page}` })
    for (const [url, kind] of [
      ['/otp', 'sign-in'],
      ['/recover', 'reset-password'],
    ] as const) {
      const body = { email, code_challenge: 'c'.repeat(43), code_challenge_method: 's256' }
      await call(running, 'POST', `/auth/v1${url}?${query.toString()}`, { body })
      const { path, appPath, token, type } = await lastMail(running, email, kind)
      expect({ path, appPath }).toEqual({ path: `/auth/confirm?token=${token}&type=${type}`, appPath: '' })
      expect((await use(token, type)).status).toBe(200)
    }
  },
)

test('A mail that an app asked for signs the owner in by our own page too', async () => {
  const { email } = await signUp(running)
  const client = createClient(running, { flowType: 'pkce' })
  await client.signInWithOtp({ email, options: { emailRedirectTo: PARTNER_URL } })
  const { token, type } = await lastMail(running, email, 'sign-in')
  expect((await use(token, type)).status).toBe(200)
})

test('A refused link keeps no query of our own site', async () => {
  const query = new URLSearchParams({
    token: 'none',
    type: 'magiclink',
    redirect_to: `${PUBLIC_URL}/auth/confirm?token=strangers&type=magiclink`,
  })
  const { headers } = await call(running, 'GET', `/auth/v1/verify?${query.toString()}`)
  const { origin, searchParams } = new URL(String(headers.location))
  expect(origin).toBe(PUBLIC_URL)
  expect([...searchParams.keys()].toSorted()).toEqual(['error', 'error_code', 'error_description'])
})

test("A mail's link leads to the address it was mailed with, not to one that was added", async () => {
  const { email } = await signUp(running)
  const client = createClient(running, { flowType: 'pkce' })
  await client.signInWithOtp({ email, options: { emailRedirectTo: `${PARTNER_URL}/one` } })
  const { appPath } = await lastMail(running, email, 'sign-in')
  const bent = appPath.replace(encodeURIComponent('/one'), encodeURIComponent('/two'))
  expect(bent).not.toBe(appPath)
  const { headers } = await call(running, 'GET', bent)
  expect(headers.location).toMatch(`${PARTNER_URL}/one?code=`)
})
