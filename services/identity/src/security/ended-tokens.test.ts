import { expect, test } from 'vitest'
import { insertRole } from '../db/roles.ts'
import { addFactor, signUpWithFactor } from '../testing/authenticator.ts'
import { claimsOf, PASSWORD, runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const ID = '00000000-0000-4000-8000-000000000000'

/** Each route for an account that owes no second factor. */
const ACCOUNT_ROUTES = [
  ['GET', '/sessions'],
  ['DELETE', `/sessions/${ID}`],
  ['GET', '/export'],
  ['POST', '/account/deletion', { password: PASSWORD }],
  ['PUT', '/auth/v1/user', { data: { full_name: 'Mallory' } }],
  ['GET', '/auth/v1/reauthenticate'],
  ['POST', '/auth/v1/factors', { factor_type: 'totp', friendly_name: 'Another' }],
  ['DELETE', `/auth/v1/factors/${ID}`],
] as const

const ADMIN_ROUTES = [
  ['POST', '/users/look-up', { email: 'visitor@example.com' }],
  ['GET', '/admin-actions'],
  ['GET', '/staff'],
  ['PUT', `/users/${ID}/roles/moderator`],
  ['DELETE', `/users/${ID}/roles/moderator`],
  ['DELETE', `/users/${ID}/factors`],
] as const

test.each(ACCOUNT_ROUTES)(
  '%s %s refuses a token from before the second factor was added',
  async (method, url, body?: object) => {
    const { client, session } = await signUp(running)
    await addFactor(running, client)
    const answer = await call(running, method, url, { token: session.access_token, body })
    expect([401, 403]).toContain(answer.status)
    expect(answer.code).toMatch(/^insufficient.aal$/)
  },
)

test('A token from before the second factor was added still asks for its code', async () => {
  const { client, session } = await signUp(running)
  const { factorId } = await addFactor(running, client)
  const url = `/auth/v1/factors/${factorId}/challenge`
  expect(await call(running, 'POST', url, { token: session.access_token })).toMatchObject({ status: 200 })
})

test('A token from before the second factor was removed by its owner still opens the account', async () => {
  const { client, session, factorId } = await signUpWithFactor(running)
  await client.mfa.unenroll({ factorId })
  expect(await call(running, 'GET', '/sessions', { token: session.access_token })).toMatchObject({
    status: 200,
  })
})

test.each(ADMIN_ROUTES)(
  '%s %s refuses the token of an admin who signed out everywhere',
  async (method, url, body?: object) => {
    const { client, user } = await signUpWithFactor(running)
    const grantedAt = running.now()
    await insertRole(running.db, { userId: user.id, role: 'admin', grantedBy: null, grantedAt })
    const { data } = await client.refreshSession()
    const token = data.session?.access_token ?? ''
    await client.signOut({ scope: 'global' })
    expect(await call(running, method, url, { token, body })).toMatchObject({
      status: 401,
      code: 'unauthorized',
    })
  },
)

test('An access token ends five minutes after it was issued', async () => {
  const { exp, iat } = claimsOf((await signUp(running)).session)
  expect(Number(exp) - Number(iat)).toBe(300)
})
