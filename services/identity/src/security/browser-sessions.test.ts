import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFactor, nextCode } from '../testing/authenticator.ts'
import { asBrowser, cookieOf, OURS, signedIn } from '../testing/browser.ts'
import {
  createClient,
  lastMail,
  PASSWORD,
  PUBLIC_URL,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'
import { call, refreshWith, tryPassword } from '../testing/requests.ts'

let running: TestIdentity
let local: TestIdentity
beforeAll(async () => {
  running = await startIdentity()
  local = await startIdentity({ PUBLIC_URL: 'http://localhost:4000' })
})
afterAll(async () => {
  await running.stop()
  await local.stop()
})

test('Over TLS the cookies are for this host alone, for requests of our pages, and for no script', async () => {
  const { answer } = await signedIn(running)
  expect(cookieOf(answer)).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: 'Strict',
    path: '/',
    maxAge: 180 * 86_400,
  })
  expect(cookieOf(answer)).not.toHaveProperty('domain')
})

test('Without TLS the cookies have names that the local run can set', async () => {
  const { email } = await signUp(local)
  const answer = await tryPassword(local, email, PASSWORD, { headers: { 'x-csrf': '1' } })
  expect(cookieOf(answer)).toBeUndefined()
  expect(cookieOf(answer, 'rt')).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(cookieOf(answer, 'rt')).not.toHaveProperty('secure')
})

test('Only the cookie of a browser has its refresh token, never a body', async () => {
  const { answer, refreshToken } = await signedIn(running)
  expect(answer.json.refresh_token).toBe('cookie')
  expect(refreshToken).toHaveLength(70)
  expect(answer.text).not.toContain(refreshToken)
})

test('No cookie is set for a client that did not ask for it', async () => {
  const { email } = await signUp(running)
  const answer = await tryPassword(running, email, PASSWORD)
  expect(answer.cookies).toEqual([])
  expect(answer.json.refresh_token).toHaveLength(70)
})

test('The cookie refreshes the session, and is replaced', async () => {
  const { refreshToken } = await signedIn(running)
  const answer = await refreshWith(running, 'cookie', asBrowser(refreshToken))
  expect(answer.status).toBe(200)
  expect(answer.json.refresh_token).toBe('cookie')
  expect(cookieOf(answer)?.value).toHaveLength(70)
  expect(cookieOf(answer)?.value).not.toBe(refreshToken)
})

test.each([
  { what: 'is not there', asked: { headers: OURS } },
  { what: 'is empty', asked: asBrowser('') },
  { what: 'was made up', asked: asBrowser('made-up') },
])('A cookie that $what refreshes nothing', async ({ asked }) => {
  expect(await refreshWith(running, 'cookie', asked)).toMatchObject({
    status: 400,
    code: 'refresh_token_not_found',
  })
})

test('The cookie is ignored without the header that no other site can send', async () => {
  const { refreshToken } = await signedIn(running)
  const answer = await refreshWith(running, 'cookie', asBrowser(refreshToken, { origin: PUBLIC_URL }))
  expect(answer).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  expect((await refreshWith(running, 'cookie', asBrowser(refreshToken))).status).toBe(200)
})

test.each([
  { from: 'another site', headers: { origin: 'https://evil.example' } },
  { from: 'another site, as Sec-Fetch-Site says', headers: { 'sec-fetch-site': 'cross-site' } },
  {
    from: 'a host beside ours',
    headers: { 'sec-fetch-site': 'same-site', origin: 'https://x.walkon.example' },
  },
  { from: 'a frame without an origin', headers: { origin: 'null' } },
  { from: 'our host without TLS', headers: { origin: 'http://walkon.example' } },
  { from: 'an address that begins like ours', headers: { origin: `${PUBLIC_URL}.evil` } },
])('A request for the cookie from $from is refused', async ({ headers }) => {
  const { refreshToken, token } = await signedIn(running)
  const asked = asBrowser(refreshToken, { 'x-csrf': '1', ...headers })
  expect(await refreshWith(running, 'cookie', asked)).toMatchObject({ status: 403, code: 'bad_origin' })
  const ours = await call(running, 'GET', '/sessions', { token, ...asked })
  expect(ours).toMatchObject({ status: 403, code: 'bad_origin' })
})

test('No other origin may read answers: there is no CORS', async () => {
  const { headers } = await call(running, 'GET', '/auth/v1/settings', {
    headers: { origin: 'https://evil.example' },
  })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  const preflight = await running.app.inject({
    method: 'OPTIONS',
    url: '/auth/v1/token',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expect(preflight.statusCode).toBe(404)
})

test('The link of a mail and the second factor set the cookie', async () => {
  const { email, client } = await signUp(running)
  const { factorId, secret } = await addFactor(running, client)
  await client.signInWithOtp({ email })
  const mail = await lastMail(running, email, 'sign-in')
  const verified = await call(running, 'POST', '/auth/v1/verify', {
    body: { token_hash: mail.token, type: 'magiclink' },
    headers: OURS,
  })
  expect(cookieOf(verified)?.value).toHaveLength(70)
  expect(verified.text).not.toContain(cookieOf(verified)?.value)

  const token = String(verified.json.access_token)
  const { json } = await call(running, 'POST', `/auth/v1/factors/${factorId}/challenge`, { token })
  const raised = await call(running, 'POST', `/auth/v1/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: json.id, code: nextCode(running, secret) },
    headers: OURS,
  })
  expect(raised.json.refresh_token).toBe('cookie')
  expect(cookieOf(raised)?.value).not.toBe(cookieOf(verified)?.value)
})

test('The cookie of a known browser does not show which account it knows', async () => {
  const { answer } = await signedIn(running)
  const device = cookieOf(answer, '__Host-device')
  expect(device).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })
  const { id } = answer.json.user as { id: string }
  for (const form of ['utf8', 'base64url', 'hex'] as const)
    expect(device?.value).not.toContain(Buffer.from(id).toString(form))
})

/** Keeps cookies as a browser does, and adds what the web app adds. */
function browserFetch() {
  const jar = new Map<string, string>()
  const browser: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    headers.set('x-csrf', '1')
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }
  return { jar, fetch: browser }
}

test('The public client in a browser keeps its session through a reload by the cookie, and signs out with it', async () => {
  const { email } = await signUp(running)
  const browser = browserFetch()
  const page = createClient(running, browser)
  await page.signInWithPassword({ email, password: PASSWORD })
  expect((await page.refreshSession()).error).toBeNull()

  const reloaded = createClient(running, browser)
  const { data } = await reloaded.refreshSession({ refresh_token: 'cookie' })
  expect(data.user?.email).toBe(email)
  expect(data.session?.refresh_token).toBe('cookie')

  await reloaded.signOut()
  expect([...browser.jar.keys()]).toEqual(['__Host-device'])
  expect((await page.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
})
