import { userRolesChanged } from '@walkon/contracts/events/identity'
import type { UserView } from '@walkon/contracts/http/identity'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertRole, listRoles } from '../db/roles.ts'
import { sql } from 'drizzle-orm'
import { signUpWithFactor } from '../testing/authenticator.ts'
import { anAddress, claimsOf, signIn, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

let running: TestIdentity
let admin: Awaited<ReturnType<typeof signUpAdmin>>
beforeAll(async () => {
  running = await startIdentity()
})
beforeEach(async () => {
  await running.db.execute(sql`delete from user_roles`)
  admin = await signUpAdmin()
})
afterAll(() => running.stop())

async function signUpAdmin() {
  const account = await signUpWithFactor(running)
  await insertRole(running.db, {
    userId: account.user.id,
    role: 'admin',
    grantedBy: null,
    grantedAt: running.now(),
  })
  const { data } = await account.client.refreshSession()
  return { ...account, token: data.session!.access_token }
}

const lookUp = (email: string | undefined, token = admin.token) =>
  call(running, 'POST', '/users/look-up', { token, body: { email } })
const rolePath = (userId: string, role = 'moderator') => `/users/${userId}/roles/${role}`
const rolesIn = (session: { access_token: string } | null) =>
  (claimsOf(session!).app_metadata as { roles: string[] }).roles

test("204: a granted role is in the user's next token, and in the user that the client sees", async () => {
  const { client, user, session } = await signUp(running)
  expect(rolesIn(session)).toEqual([])
  const { status } = await call(running, 'PUT', rolePath(user.id), { token: admin.token })
  expect(status).toBe(204)
  const { data } = await client.refreshSession()
  expect(rolesIn(data.session)).toEqual(['moderator'])
  expect(data.user?.app_metadata.roles).toEqual(['moderator'])
})

test('204: a role that is granted twice is held once', async () => {
  const { user } = await signUp(running)
  await call(running, 'PUT', rolePath(user.id), { token: admin.token })
  expect((await call(running, 'PUT', rolePath(user.id), { token: admin.token })).status).toBe(204)
  expect(await listRoles(running.db, user.id)).toEqual(['moderator'])
})

test('Each change of roles is published with all that the user has then', async () => {
  const { user } = await signUp(running)
  await call(running, 'PUT', rolePath(user.id, 'support'), { token: admin.token })
  await call(running, 'PUT', rolePath(user.id), { token: admin.token })
  await call(running, 'DELETE', rolePath(user.id, 'support'), { token: admin.token })
  const changes = (await running.published(userRolesChanged)).filter(({ userId }) => userId === user.id)
  expect(changes.map(({ roles }) => roles)).toEqual([['support'], ['moderator', 'support'], ['moderator']])
})

test('Every admin and the account itself are told of a new role, once', async () => {
  const other = await signUpAdmin()
  const { user, email } = await signUp(running)
  await call(running, 'PUT', rolePath(user.id, 'admin'), { token: admin.token })
  await call(running, 'PUT', rolePath(user.id, 'admin'), { token: admin.token })
  const lettersTo = async (address: string) =>
    (await running.mails(address)).map(({ name }) => name).filter((name) => name.includes('role'))
  expect(await lettersTo(admin.email)).toEqual(['role-granted'])
  expect(await lettersTo(other.email)).toEqual(['role-granted'])
  expect(await lettersTo(email)).toEqual(['own-role-granted'])
})

test('An account is told that a role was taken from it', async () => {
  const other = await signUpAdmin()
  await call(running, 'DELETE', rolePath(other.user.id, 'admin'), { token: admin.token })
  expect((await running.mails(other.email)).map(({ name }) => name)).toContain('own-role-revoked')
})

test('404: a role is not granted to a user who does not exist', async () => {
  const answer = await call(running, 'PUT', rolePath(crypto.randomUUID()), { token: admin.token })
  expect(answer).toMatchObject({ status: 404, code: 'user-not-found' })
})

test('400: a role that does not exist is not granted', async () => {
  const { user } = await signUp(running)
  expect((await call(running, 'PUT', rolePath(user.id, 'owner'), { token: admin.token })).status).toBe(400)
})

test('403: a former admin grants and revokes nothing, although the token still names the role', async () => {
  const other = await signUpAdmin()
  await call(running, 'DELETE', rolePath(other.user.id, 'admin'), { token: admin.token })
  for (const method of ['PUT', 'DELETE'] as const)
    expect(
      await call(running, method, rolePath(other.user.id, 'admin'), { token: other.token }),
    ).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  expect((await lookUp(admin.email, other.token)).status).toBe(403)
})

test("204: a revoked role is gone with the user's next refresh", async () => {
  const { client, user } = await signUp(running)
  await call(running, 'PUT', rolePath(user.id), { token: admin.token })
  await client.refreshSession()
  expect((await call(running, 'DELETE', rolePath(user.id), { token: admin.token })).status).toBe(204)
  expect(rolesIn((await client.refreshSession()).data.session)).toEqual([])
})

test('409: the last admin keeps the role', async () => {
  const answer = await call(running, 'DELETE', rolePath(admin.user.id, 'admin'), { token: admin.token })
  expect(answer).toMatchObject({ status: 409, code: 'last-admin' })
})

test('Of two admins who revoke each other’s role at the same moment, one stays', async () => {
  for (let round = 1; round <= 3; round++) {
    await running.db.execute(sql`delete from user_roles`)
    const [one, two] = [await signUpAdmin(), await signUpAdmin()]
    const answers = await Promise.all([
      call(running, 'DELETE', rolePath(two.user.id, 'admin'), { token: one.token }),
      call(running, 'DELETE', rolePath(one.user.id, 'admin'), { token: two.token }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403])
  }
})

test('200: a look-up finds the account of an address', async () => {
  const { email, client, user } = await signUp(running)
  await client.updateUser({ data: { display_name: 'Ada' } })
  const { json } = await lookUp(email.toUpperCase())
  expect(json as unknown as UserView[]).toMatchObject([{ id: user.id, email, displayName: 'Ada', roles: [] }])
})

test('200: a look-up finds none for an address without an account', async () => {
  const { status, text } = await lookUp(anAddress())
  expect({ status, text }).toEqual({ status: 200, text: '[]' })
})

test('400: a look-up lists no users without an address', async () => {
  expect((await lookUp(undefined)).status).toBe(400)
  expect((await lookUp('%')).status).toBe(400)
})

test('404: no address of a user is in an address of ours', async () => {
  expect((await call(running, 'GET', `/users?email=${admin.email}`, { token: admin.token })).status).toBe(404)
})

test('204: an admin removes the factors of a user who lost the app, all sessions end, and a mail tells the user', async () => {
  const { email, client, user } = await signUpWithFactor(running)
  const path = `/users/${user.id}/factors`
  expect((await call(running, 'DELETE', path, { token: admin.token })).status).toBe(204)

  expect((await client.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
  const again = await signIn(running, email)
  expect(claimsOf(again.session)).toMatchObject({ aal: 'aal1', app_metadata: { aal_required: 'aal1' } })
  expect(await running.mails(email)).toContainEqual(expect.objectContaining({ name: 'second-factor-off' }))
})

test('204: removing the factors of a user without any changes nothing', async () => {
  const { client, user } = await signUp(running)
  const answer = await call(running, 'DELETE', `/users/${user.id}/factors`, { token: admin.token })
  expect(answer.status).toBe(204)
  expect((await client.getUser()).error).toBeNull()
})

test('404: the factors of a user who does not exist cannot be removed', async () => {
  const path = `/users/${crypto.randomUUID()}/factors`
  expect((await call(running, 'DELETE', path, { token: admin.token })).status).toBe(404)
})

const actionsOn = (userId: string, email: string) =>
  [
    { method: 'POST', url: '/users/look-up', body: { email }, action: 'look-up-user', target: userId },
    { method: 'PUT', url: rolePath(userId), body: undefined, action: 'grant-moderator', target: userId },
    { method: 'DELETE', url: rolePath(userId), body: undefined, action: 'revoke-moderator', target: userId },
    {
      method: 'DELETE',
      url: `/users/${userId}/factors`,
      body: undefined,
      action: 'remove-factors',
      target: userId,
    },
  ] as const

type Entries = { items: { actorId: string; action: string; subjectId: string | null }[] }

test('What an admin does is listed for admins, the newest first, by ids alone', async () => {
  const { user, email } = await signUp(running)
  const actions = actionsOn(user.id, email)
  for (const { method, url, body } of actions) await call(running, method, url, { token: admin.token, body })

  const { json, text } = await call(running, 'GET', '/admin-actions', { token: admin.token })
  expect((json as unknown as Entries).items.slice(0, actions.length)).toMatchObject(
    actions.toReversed().map(({ action, target }) => ({ action, subjectId: target, actorId: admin.user.id })),
  )
  expect(text).not.toContain(email)
  expect(text).not.toContain(admin.email)
})

test('200: an admin is told which accounts have a role, and 403 for support', async () => {
  const { user, email, client } = await signUp(running)
  const grant = { userId: user.id, grantedBy: null, grantedAt: running.now() }
  await insertRole(running.db, { ...grant, role: 'support' })
  await insertRole(running.db, { ...grant, role: 'moderator' })
  const other = await signUp(running)

  const { json } = await call(running, 'GET', '/staff', { token: admin.token })
  const staff = json as unknown as { id: string }[]
  expect(staff.find(({ id }) => id === user.id)).toEqual({
    id: user.id,
    email,
    roles: ['moderator', 'support'],
  })
  expect(staff.map(({ id }) => id)).toContain(admin.user.id)
  expect(staff.map(({ id }) => id)).not.toContain(other.user.id)

  const { data } = await client.refreshSession()
  const refused = await call(running, 'GET', '/staff', { token: data.session!.access_token })
  expect(refused.status).toBe(403)
})

test('403: a former admin does not read what admins did', async () => {
  const other = await signUpAdmin()
  await call(running, 'DELETE', rolePath(other.user.id, 'admin'), { token: admin.token })

  expect((await call(running, 'GET', '/admin-actions', { token: other.token })).status).toBe(403)
})

test('What was refused leaves no entry', async () => {
  await call(running, 'PUT', rolePath(crypto.randomUUID()), { token: admin.token })
  await call(running, 'DELETE', rolePath(admin.user.id, 'admin'), { token: admin.token })

  const { json } = await call(running, 'GET', '/admin-actions', { token: admin.token })
  expect((json as unknown as Entries).items.filter(({ actorId }) => actorId === admin.user.id)).toEqual([])
})

test('403: an admin without a second factor may do nothing', async () => {
  const { user, client } = await signUp(running)
  const grant = { userId: user.id, role: 'admin', grantedBy: null, grantedAt: running.now() } as const
  await insertRole(running.db, grant)
  const { data } = await client.refreshSession()
  for (const { method, url, body } of actionsOn(user.id, user.email!)) {
    const answer = await call(running, method, url, { token: data.session!.access_token, body })
    expect(answer).toMatchObject({ status: 403, code: 'insufficient-aal' })
  }
})
