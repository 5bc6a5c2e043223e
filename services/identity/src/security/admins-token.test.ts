import { expect, test } from 'vitest'
import { insertRole, listRoles } from '../db/roles.ts'
import { nextCode, signUpWithFactor } from '../testing/authenticator.ts'
import { runIdentity, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const LATER_MS = 6 * 60_000

/** An admin whose last code of the app is six minutes old, with a token that was issued just now. */
async function adminOfBefore() {
  const admin = await signUpWithFactor(running)
  const grant = { userId: admin.user.id, role: 'admin', grantedBy: null, grantedAt: running.now() } as const
  await insertRole(running.db, grant)
  running.clock.offsetMs += LATER_MS
  const { data } = await admin.client.refreshSession()
  return { ...admin, token: data.session!.access_token }
}

const somebody = () => signUp(running)
const person = async () => {
  const { email, user } = await somebody()
  return { body: { email, userId: user.id, reason: 'Asked by letter' } }
}

const LASTING: [what: string, method: 'PUT' | 'DELETE' | 'POST', ask: () => Promise<[string, object]>][] = [
  ['grants no role', 'PUT', async () => [`/users/${(await somebody()).user.id}/roles/admin`, {}]],
  ['takes no role', 'DELETE', async () => [`/users/${(await somebody()).user.id}/roles/admin`, {}]],
  ['removes no second factor', 'DELETE', async () => [`/users/${(await somebody()).user.id}/factors`, {}]],
  ['erases nobody', 'POST', async () => ['/visitors/erase', await person()]],
  ['exports nobody', 'POST', async () => ['/visitors/export', await person()]],
  [
    'confirms no address',
    'POST',
    async () => ['/visitors/confirm', { body: { email: 'waiting@example.com', reason: 'By letter' } }],
  ],
]

test.for(LASTING)(
  '403: the access token of an admin alone %s, six minutes after the last code of the app',
  async ([, method, ask]) => {
    const { token } = await adminOfBefore()
    const [path, body] = await ask()

    const answer = await call(running, method, path, { token, ...body })

    expect(answer).toMatchObject({ status: 403, code: 'fresh-factor-needed' })
  },
)

test('204: a new code of the app lets the admin grant a role', async () => {
  const { client, factorId, secret } = await adminOfBefore()
  const { user } = await somebody()
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(running, secret) })
  const { data } = await client.getSession()
  const token = data.session!.access_token

  expect((await call(running, 'PUT', `/users/${user.id}/roles/support`, { token })).status).toBe(204)
  expect(await listRoles(running.db, user.id)).toEqual(['support'])
})

test('An access token of before a new code does not become enough by it', async () => {
  const { client, factorId, secret, token } = await adminOfBefore()
  const { user } = await somebody()
  await client.mfa.challengeAndVerify({ factorId, code: nextCode(running, secret) })

  expect(await call(running, 'PUT', `/users/${user.id}/roles/admin`, { token })).toMatchObject({
    status: 403,
    code: 'fresh-factor-needed',
  })
})
