import { expect, test } from 'vitest'
import {
  anAddress,
  createClient,
  lastMail,
  linkMails,
  PARTNER_URL,
  PASSWORD,
  PUBLIC_URL,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const emailRedirectTo = `${PARTNER_URL}/welcome`

/** What opening a link in a mail leads to. */
async function open(path: string): Promise<URL> {
  const response = await fetch(`${running.address}${path}`, { redirect: 'manual' })
  expect(response.status).toBe(303)
  return new URL(response.headers.get('location') ?? '')
}

const codeOf = (url: URL) => url.searchParams.get('code') ?? ''

async function askForLink() {
  const { email } = await signUp(running)
  const client = createClient(running, { flowType: 'pkce' })
  await client.signInWithOtp({ email, options: { emailRedirectTo } })
  return { email, client, ...(await lastMail(running, email, 'sign-in')) }
}

test('An app with PKCE gets a code at its own address, and a session for the code', async () => {
  const { email, client, appPath } = await askForLink()
  const target = await open(appPath)
  expect(target.href).toMatch(`${emailRedirectTo}?code=`)
  const { data, error } = await client.exchangeCodeForSession(codeOf(target))
  expect(error).toBeNull()
  expect(data.user).toMatchObject({ email })
})

test('An app with PKCE signs up by the link of its mail', async () => {
  const email = anAddress()
  const client = createClient(running, { flowType: 'pkce' })
  await client.signUp({ email, password: PASSWORD, options: { emailRedirectTo } })
  const { appPath } = await lastMail(running, email, 'confirm-account')
  const { data } = await client.exchangeCodeForSession(codeOf(await open(appPath)))
  expect(data.user).toMatchObject({ email })
})

test('An app with PKCE recovers a password by the link of its mail', async () => {
  const { email } = await signUp(running)
  const client = createClient(running, { flowType: 'pkce' })
  await client.resetPasswordForEmail(email, { redirectTo: 'com.walkon.app://auth/recovered' })
  const { appPath } = await lastMail(running, email, 'reset-password')
  const target = await open(appPath)
  expect(target.href).toMatch('com.walkon.app://auth/recovered?code=')
  const { data } = await client.exchangeCodeForSession(codeOf(target))
  expect(data).toMatchObject({ user: { email }, redirectType: 'recovery' })
})

test('The code of an app with PKCE is valid although the mail program opened the link first', async () => {
  const { client, appPath } = await askForLink()
  await open(appPath)
  const { error } = await client.exchangeCodeForSession(codeOf(await open(appPath)))
  expect(error).toBeNull()
})

test('The code of an app with PKCE is valid although the mail program opened the link a second time', async () => {
  const { client, appPath } = await askForLink()
  const target = await open(appPath)
  await open(appPath)
  const { error } = await client.exchangeCodeForSession(codeOf(target))
  expect(error).toBeNull()
})

test('Another app than the one that asked for the mail cannot exchange the code', async () => {
  const { appPath } = await askForLink()
  const other = createClient(running, { flowType: 'pkce' })
  await other.signInWithOtp({ email: anAddress(), options: { emailRedirectTo } })
  const { error } = await other.exchangeCodeForSession(codeOf(await open(appPath)))
  expect(error).toMatchObject({ status: 400, code: 'bad_code_verifier' })
})

test('An app with PKCE exchanges a code once', async () => {
  const verifier = 'v'.repeat(43)
  const { email } = await signUp(running)
  const query = new URLSearchParams({ redirect_to: emailRedirectTo })
  await call(running, 'POST', `/auth/v1/otp?${query.toString()}`, {
    body: { email, code_challenge: verifier, code_challenge_method: 'plain' },
  })
  const { appPath } = await lastMail(running, email, 'sign-in')
  const body = { auth_code: codeOf(await open(appPath)), code_verifier: verifier }
  const exchange = () => call(running, 'POST', '/auth/v1/token?grant_type=pkce', { body })
  expect((await exchange()).status).toBe(200)
  expect(await exchange()).toMatchObject({ status: 404, code: 'flow_state_not_found' })
})

test('An app with PKCE has five minutes to exchange its code', async () => {
  const { client, appPath } = await askForLink()
  const code = codeOf(await open(appPath))
  running.clock.offsetMs = 5 * 60_000
  const { error } = await client.exchangeCodeForSession(code)
  expect(error).toMatchObject({ status: 403, code: 'flow_state_expired' })
})

test('An expired PKCE link leads to the address of the app, with the error', async () => {
  const { client, appPath } = await askForLink()
  await client.exchangeCodeForSession(codeOf(await open(appPath)))
  const target = await open(appPath)
  expect(`${target.origin}${target.pathname}`).toBe(emailRedirectTo)
  expect(target.searchParams.get('error_code')).toBe('otp_expired')
})

test('An app with PKCE that gives no address of its own gets a link to our page', async () => {
  const { email } = await signUp(running)
  const client = createClient(running, { flowType: 'pkce' })
  await client.signInWithOtp({ email })
  const { path, appPath, token } = await lastMail(running, email, 'sign-in')
  expect(appPath).toBe('')
  expect(path).toBe(`/auth/confirm?token=${token}&type=magiclink`)
})

test('A link without PKCE leads to our page, also when another address was asked for', async () => {
  const { email, client } = await signUp(running)
  await client.signInWithOtp({ email, options: { emailRedirectTo } })
  const [mail] = await linkMails(running, email, 'sign-in')
  expect(mail?.path).toBe(`/auth/confirm?token=${mail?.token}&type=magiclink`)
})

test('A link without PKCE is not turned into a code', async () => {
  const { email, client } = await signUp(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'sign-in')
  const query = new URLSearchParams({ token, type: 'magiclink', redirect_to: emailRedirectTo })
  const target = await open(`/auth/v1/verify?${query.toString()}`)
  expect(target.searchParams.has('code')).toBe(false)
})

test('A forged link leads to our own page with the error', async () => {
  const target = await open('/auth/v1/verify?token=made-up&type=magiclink')
  expect(target.origin).toBe(PUBLIC_URL)
  expect(target.searchParams.get('error_code')).toBe('otp_expired')
})
