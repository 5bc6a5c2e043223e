import { expect, test } from 'vitest'
import {
  anAddress,
  claimsOf,
  createClient,
  lastMail,
  PASSWORD,
  runIdentity,
  signUp,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const ID = '11111111-1111-4111-8111-111111111111'

/** Fields that no client may set. */
const GREED = {
  id: ID,
  sub: ID,
  aud: 'admin',
  role: 'service_role',
  roles: ['admin'],
  app_metadata: { provider: 'google', roles: ['admin'], aal_required: 'aal1' },
  raw_app_meta_data: { roles: ['admin'] },
  email_confirmed_at: '2020-01-01T00:00:00Z',
  confirmed_at: '2020-01-01T00:00:00Z',
  email_confirm: true,
  email_verified: true,
  is_anonymous: true,
  is_super_admin: true,
  banned_until: null,
  created_at: '2020-01-01T00:00:00Z',
  passwordHash: 'x',
  password_hash: 'x',
  aal: 'aal2',
  session_id: ID,
}

/** The state of an account that no field of a request may change. */
function expectModest(user: unknown, email: string) {
  expect(user).toMatchObject({
    email,
    aud: 'authenticated',
    role: 'authenticated',
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'], roles: [] },
  })
  expect((user as { id: string }).id).not.toBe(ID)
  expect((user as { created_at: string }).created_at).not.toMatch(/^2020/)
}

async function rolesIn(token: string) {
  return (await call(running, 'POST', '/users/look-up', { token, body: { email: 'nobody@example.com' } }))
    .status
}

test('A sign-up that says it is confirmed still waits for its mail', async () => {
  const email = anAddress()
  const { json } = await call(running, 'POST', '/auth/v1/signup', {
    body: { ...GREED, email, password: PASSWORD },
  })
  expectModest(json, email)
  expect(json).not.toHaveProperty('email_confirmed_at')
  const { error } = await createClient(running).signInWithPassword({ email, password: PASSWORD })
  expect(error).toMatchObject({ code: 'email_not_confirmed' })
})

test.each([
  { where: 'beside the data', extra: GREED },
  { where: 'in the data', extra: { data: GREED } },
])('A sign-up gets no role by what it sends $where', async ({ extra }) => {
  const email = anAddress()
  const client = createClient(running)
  await call(running, 'POST', '/auth/v1/signup', { body: { ...extra, email, password: PASSWORD } })
  const { token } = await lastMail(running, email, 'confirm-account')
  const { data } = await client.verifyOtp({ token_hash: token, type: 'signup' })
  expectModest(data.user, email)
  expect(data.user?.identities?.[0]?.identity_data).toMatchObject({ sub: data.user?.id, email })
  const claims = claimsOf(data.session!)
  expect(claims).toMatchObject({
    sub: data.user?.id,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    app_metadata: { roles: [], aal_required: 'aal1' },
    user_metadata: {},
  })
  expect(await rolesIn(data.session!.access_token)).toBe(403)
})

test('A sign-up cannot say for which user a code is', async () => {
  const { email } = await signUp(running)
  const other = await signUp(running)
  const { status } = await call(running, 'POST', '/auth/v1/recover', {
    body: { email, userId: other.user.id, user_id: other.user.id },
  })
  expect(status).toBe(200)
  const { token } = await lastMail(running, email, 'reset-password')
  const verified = await call(running, 'POST', '/auth/v1/verify', {
    body: { token_hash: token, type: 'recovery', email: other.email, user_id: other.user.id },
  })
  expect(verified.json).toMatchObject({ user: { email } })
})

test.each([
  { where: 'beside the data', extra: GREED },
  { where: 'in the data', extra: { data: GREED } },
])('A change of one’s own account gives no role by what it sends $where', async ({ extra }) => {
  const { client, email, user, session } = await signUp(running)
  const { status } = await call(running, 'PUT', '/auth/v1/user', {
    token: session.access_token,
    body: extra,
  })
  expect(status).toBe(200)
  const { data } = await client.refreshSession()
  expectModest(data.user, email)
  expect(data.user?.id).toBe(user.id)
  expect(claimsOf(data.session!)).toMatchObject({
    sub: user.id,
    aal: 'aal1',
    app_metadata: { roles: [], aal_required: 'aal1' },
    user_metadata: { full_name: 'Ada Visitor' },
  })
  expect(await rolesIn(data.session!.access_token)).toBe(403)
})

test('A change of one’s own account changes the account of the token, also when its body names another id', async () => {
  const ada = await signUp(running)
  const eve = await signUp(running)
  await call(running, 'PUT', '/auth/v1/user', {
    token: eve.session.access_token,
    body: { id: ada.user.id, user_id: ada.user.id, data: { display_name: 'Eve' } },
  })
  expect((await ada.client.getUser()).data.user?.user_metadata).toEqual({ full_name: 'Ada Visitor' })
})

const bodyWith = (data: string) => `{"email":"${anAddress()}","password":"${PASSWORD}","data":${data}}`

test.each(['{"__proto__":{"roles":["admin"]}}', '{"constructor":{"prototype":{"roles":["admin"]}}}'])(
  'Names with a meaning in JavaScript are refused: %s',
  async (data) => {
    const { session } = await signUp(running)
    const answers = [
      await call(running, 'POST', '/auth/v1/signup', { body: bodyWith(data) }),
      await call(running, 'PUT', '/auth/v1/user', {
        token: session.access_token,
        body: `{"data":${data}}`,
      }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, code: 'bad_json' })
    expect({}).not.toHaveProperty('roles')
  },
)

test.each(['constructor', 'toString', 'hasOwnProperty', 'prototype'])(
  "Names of JavaScript's objects are kept as data: %s",
  async (name) => {
    const { client, session } = await signUp(running)
    const { status } = await call(running, 'PUT', '/auth/v1/user', {
      token: session.access_token,
      body: { data: { [name]: 'x' } },
    })
    expect(status).toBe(200)
    const { data } = await client.refreshSession()
    expect(Object.entries(data.user?.user_metadata ?? {})).toContainEqual([name, 'x'])
    expect(claimsOf(data.session!).app_metadata).toMatchObject({ roles: [] })
  },
)
