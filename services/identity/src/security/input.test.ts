import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  anAddress,
  createClient,
  lastMail,
  PASSWORD,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

let running: TestIdentity
let token: string
beforeAll(async () => {
  running = await startIdentity()
  token = (await signUp(running)).session.access_token
})
afterAll(() => running.stop())

const signUpWith = (fields: object) =>
  call(running, 'POST', '/auth/v1/signup', { body: { email: anAddress(), password: PASSWORD, ...fields } })
const change = (body: unknown) => call(running, 'PUT', '/auth/v1/user', { token, body })
const nested = (depth: number) => `{"data":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`

test('A body of more than 64 KiB is refused', async () => {
  const body = JSON.stringify({ email: anAddress(), password: 'x'.repeat(70_000) })
  expect(await call(running, 'POST', '/auth/v1/signup', { body })).toMatchObject({
    status: 413,
    code: 'validation_failed',
  })
})

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/xml',
  'application/json-patch+json',
  'application/jsonx',
])('A body of type %s signs in no user', async (type) => {
  const { email } = await signUp(running)
  const body = JSON.stringify({ email, password: PASSWORD })
  const answer = await call(running, 'POST', '/auth/v1/token?grant_type=password', {
    body,
    headers: { 'content-type': type },
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

test.each(['', 'null', '[]', '"text"', '1', 'true', '{', '{"email":', 'NaN', '\u0000'])(
  'A body of %j is refused everywhere',
  async (body) => {
    const answers = [
      await call(running, 'POST', '/auth/v1/signup', { body }),
      await call(running, 'POST', '/auth/v1/token?grant_type=password', { body }),
      await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', { body }),
      await call(running, 'POST', '/auth/v1/verify', { body }),
      await call(running, 'POST', '/auth/v1/recover', { body }),
      await change(body),
    ]
    expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(400))
  },
)

test.each([100, 10_000])('A body that is %i levels deep is refused', async (depth) => {
  expect(await change(nested(depth))).toMatchObject({ status: 400, code: 'validation_failed' })
})

test('A body that names a field twice counts once', async () => {
  const [one, two] = [anAddress(), anAddress()]
  const body = `{"email":"${one}","email":"${two}","password":"${PASSWORD}"}`
  expect((await call(running, 'POST', '/auth/v1/signup', { body })).json.email).toBe(two)
  expect(await running.mails(one)).toEqual([])
})

test.each([
  { what: 'a NUL', text: 'a\u0000b' },
  { what: 'half a character', text: 'a\ud800b' },
])('Metadata with $what is refused', async ({ text }) => {
  for (const data of [{ story: text }, { [text]: 'story' }, { deep: [{ story: text }] }]) {
    expect(await change({ data })).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await signUpWith({ data })).toMatchObject({ status: 400, code: 'validation_failed' })
  }
})

test.each(['\u0000', '\ud800'])('The text %j is answered 4xx outside of metadata', async (odd) => {
  const text = `odd${odd}`.padEnd(43, 'x')
  const email = anAddress()
  const redirect = `?${new URLSearchParams({ redirect_to: `https://partner.example/app/${odd}` }).toString()}`
  const answers = [
    await signUpWith({ password: text }),
    await signUpWith({ code_challenge: text, code_challenge_method: 's256' }),
    await call(running, 'POST', '/auth/v1/token?grant_type=password', { body: { email, password: text } }),
    await call(running, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email: odd, password: text },
    }),
    await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: text },
    }),
    await call(running, 'POST', '/auth/v1/token?grant_type=pkce', {
      body: { auth_code: text, code_verifier: text },
    }),
    await call(running, 'POST', '/auth/v1/verify', { body: { token_hash: text, type: 'recovery' } }),
    await call(running, 'POST', '/auth/v1/verify', { body: { email, token: text, type: 'recovery' } }),
    await call(running, 'POST', `/auth/v1/recover${redirect}`, { body: { email, code_challenge: text } }),
    await call(running, 'POST', '/auth/v1/factors', {
      token,
      body: { factor_type: 'totp', friendly_name: text, issuer: text },
    }),
    await change({ password: text, nonce: text }),
    await change({ password: text, current_password: text }),
    await call(
      running,
      'GET',
      `/auth/v1/verify?${new URLSearchParams({ token: text, type: 'recovery' }).toString()}`,
    ),
    await call(running, 'GET', '/auth/v1/user', { token, headers: { 'user-agent': 'Firefox/1 \u00ff' } }),
    await call(running, 'POST', '/account/deletion', { token, body: { nonce: text } }),
  ]
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test.each([
  'a@b@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com,eve@example.com',
  'Ada <ada@example.com>',
  `${'a'.repeat(260)}@example.com`,
  'ada@exämple.com',
  'аda@example.com',
  'ada@example.com\u0000',
  '',
  ' ',
  42,
  ['ada@example.com', 'eve@example.com'],
  { $ne: '' },
])('An address of the form %j is refused', async (email) => {
  for (const url of ['/signup', '/recover', '/otp', '/token?grant_type=password'])
    expect(
      (await call(running, 'POST', `/auth/v1${url}`, { body: { email, password: PASSWORD } })).status,
    ).toBe(400)
})

test('A sign-up keeps no more data than the limit for a user', async () => {
  expect(await signUpWith({ data: { story: 'x'.repeat(9_000) } })).toMatchObject({
    status: 422,
    code: 'validation_failed',
  })
})

test('A sign-up keeps no empty name', async () => {
  const email = anAddress()
  await signUpWith({ email, data: { full_name: '  ', theme: null } })
  const { token: link } = await lastMail(running, email, 'confirm-account')
  const { data } = await createClient(running).verifyOtp({ token_hash: link, type: 'signup' })
  expect(data.user?.user_metadata).toEqual({})
})

test.each([{ full_name: 5 }, { full_name: 'x'.repeat(101) }, { display_name: ['x'] }])(
  'A sign-up with the name %j is refused',
  async (data) => {
    expect(await signUpWith({ data })).toMatchObject({ status: 422, code: 'validation_failed' })
  },
)

test.each([
  '/auth/v1/user/',
  '/auth/v1//user',
  '//auth/v1/user',
  '/AUTH/V1/USER',
  '/auth/v1/./user',
  '/auth/v1/%75ser%2f',
])('A path that is nearly that of a route leads past no access rule: %s', async (url) => {
  expect([401, 404]).toContain((await call(running, 'GET', url)).status)
})

test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])(
  'The header %s does not change the method of a request',
  async (header) => {
    const answer = await call(running, 'POST', '/auth/v1/user', { headers: { [header]: 'GET' } })
    expect(answer.status).toBe(404)
  },
)

test.each([
  ['GET', '/auth/v1/user'],
  ['GET', '/sessions'],
  ['GET', '/export'],
] as const)('No cache may store an answer about a person: %s %s', async (method, url) => {
  const { headers, status } = await call(running, method, url, { token })
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
})

test('No cache may store an answer with tokens', async () => {
  const { email, session } = await signUp(running)
  const answers = [
    await call(running, 'POST', '/auth/v1/token?grant_type=password', {
      body: { email, password: PASSWORD },
    }),
    await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    }),
    await call(running, 'POST', '/auth/v1/factors', {
      token,
      body: { factor_type: 'totp', friendly_name: 'Phone' },
    }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(3).fill('no-store'))
})

test('No answer names the software of the server', async () => {
  const { headers } = await call(running, 'GET', '/auth/v1/health')
  expect(headers).not.toHaveProperty('server')
  expect(headers).not.toHaveProperty('x-powered-by')
})
