import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addFactor, factorCalls, nextCode, signUpWithFactor } from '../testing/authenticator.ts'
import { claimsOf, createClient, lastMail, runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'
import { startOfHour } from '../testing/windows.ts'

const running = await runIdentity()
const { halfSignedIn, challengeFor, answer } = factorCalls(running)

const FORBIDDEN = [
  { method: 'PUT', url: '/auth/v1/user', body: { data: { display_name: 'Ada' } } },
  { method: 'PUT', url: '/auth/v1/user', body: { password: 'another horse another battery' } },
  { method: 'POST', url: '/auth/v1/factors', body: { factor_type: 'totp', friendly_name: 'Mine' } },
  { method: 'GET', url: '/auth/v1/reauthenticate' },
] as const

test.each(FORBIDDEN)(
  'A session that owes the second factor is refused $method $url',
  async ({ method, url, ...asked }) => {
    const { token } = await halfSignedIn()
    expect(await call(running, method, url, { token, ...asked })).toMatchObject({
      status: 401,
      code: 'insufficient_aal',
    })
  },
)

test.each(['/sessions', '/export'])(
  'A session that owes the second factor is refused GET %s',
  async (url) => {
    const { token } = await halfSignedIn()
    expect(await call(running, 'GET', url, { token })).toMatchObject({
      status: 403,
      code: 'insufficient-aal',
    })
  },
)

test('A session that owes the second factor cannot remove the factor', async () => {
  const { token, factorId, owner } = await halfSignedIn()
  const refused = await call(running, 'DELETE', `/auth/v1/factors/${factorId}`, { token })
  expect(refused).toMatchObject({ status: 401, code: 'insufficient_aal' })
  expect((await owner.mfa.listFactors()).data?.totp).toHaveLength(1)
})

test('A session that owes the second factor cannot delete the account', async () => {
  const { token } = await halfSignedIn()
  const body = { password: 'correct horse battery staple' }
  const refused = await call(running, 'POST', '/account/deletion', { token, body })
  expect(refused).toMatchObject({ status: 403, code: 'insufficient-aal' })
})

test('A session that owes the second factor still owes it after a refresh', async () => {
  const { client } = await halfSignedIn()
  const { data } = await client.refreshSession()
  expect(claimsOf(data.session!)).toMatchObject({ aal: 'aal1', app_metadata: { aal_required: 'aal2' } })
})

test('A session that owes the second factor can sign out', async () => {
  const { client } = await halfSignedIn()
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
})

test('A token from before the second factor was shown cannot remove the factor', async () => {
  const { client, session } = await signUp(running)
  const { factorId } = await addFactor(running, client)
  const refused = await call(running, 'DELETE', `/auth/v1/factors/${factorId}`, {
    token: session.access_token,
  })
  expect(refused).toMatchObject({ status: 401, code: 'insufficient_aal' })
})

test('The mail of a forgotten password does not skip the second factor', async () => {
  const { email, factorId, secret } = await signUpWithFactor(running)
  const client = createClient(running)
  await client.resetPasswordForEmail(email)
  const { token } = await lastMail(running, email, 'reset-password')
  await client.verifyOtp({ token_hash: token, type: 'recovery' })
  const password = 'another horse another battery'
  expect((await client.updateUser({ password })).error).toMatchObject({ code: 'insufficient_aal' })
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(running, secret) })
  expect((await client.updateUser({ password })).error).toBeNull()
})

test('A sign-in by mail does not skip the second factor', async () => {
  const { email } = await signUpWithFactor(running)
  const client = createClient(running)
  await client.signInWithOtp({ email })
  const { token } = await lastMail(running, email, 'sign-in')
  await client.verifyOtp({ token_hash: token, type: 'magiclink' })
  expect((await client.updateUser({ data: {} })).error).toMatchObject({ code: 'insufficient_aal' })
})

test('A factor of another user cannot be challenged, answered or removed', async () => {
  const { factorId, secret } = await signUpWithFactor(running)
  const outsider = await signUp(running)
  const notThere = { status: 422, code: 'mfa_factor_not_found' }
  expect((await outsider.client.mfa.challenge({ factorId })).error).toMatchObject(notThere)
  expect((await outsider.client.mfa.unenroll({ factorId })).error).toMatchObject(notThere)
  const code = nextCode(running, secret)
  const challengeId = crypto.randomUUID()
  expect((await outsider.client.mfa.verify({ factorId, challengeId, code })).error).toMatchObject(notThere)
})

test('A factor is not locked by the guesses of another user', async () => {
  startOfHour(running)
  const account = await halfSignedIn()
  const { token, factorId, secret } = account
  const challengeId = await challengeFor(account)
  const outsider = await signUp(running)
  for (let tries = 1; tries <= 25; tries++)
    await answer(outsider.session.access_token, factorId, challengeId, '000000')
  expect(await answer(token, factorId, challengeId, nextCode(running, secret))).toMatchObject({
    status: 200,
  })
})

test('The secret of a factor is shown once, at its enrolment', async () => {
  const { client, secret, session } = await signUpWithFactor(running)
  const answers = [
    await call(running, 'GET', '/auth/v1/user', { token: session.access_token }),
    await call(running, 'GET', '/export', { token: session.access_token }),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(200)
    expect(text).not.toContain(secret)
  }
  expect(JSON.stringify((await client.refreshSession()).data)).not.toContain(secret)
})

test('The secret of a factor cannot be read in the database', async () => {
  const { factorId, secret } = await signUpWithFactor(running)
  const [row] = await running.db.execute<{ secret: string }>(
    sql`select secret from factors where id = ${factorId}`,
  )
  expect(row?.secret).not.toContain(secret)
  expect(Buffer.from(row?.secret ?? '', 'base64url').toString('latin1')).not.toContain(secret)
})
