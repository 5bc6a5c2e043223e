import { userConfirmed, userDeleted } from '@walkon/contracts/events/identity'
import { hashAddress } from '@walkon/service/address-hash'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { findUserByEmail } from '../db/users.ts'
import { insertRole } from '../db/roles.ts'
import { signUpWithFactor } from '../testing/authenticator.ts'
import { anAddress, PASSWORD, runIdentity, signIn, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()
const { db, published, url } = running

async function signUpStaff(role: 'admin' | 'support') {
  const { client, email, user } = await signUpWithFactor(running)
  await insertRole(db, { userId: user.id, role, grantedBy: null, grantedAt: running.now() })
  const { data } = await client.refreshSession()
  return { email, user, token: data.session!.access_token }
}
let admin: Awaited<ReturnType<typeof signUpStaff>>
beforeEach(async () => {
  await db.execute(sql`delete from user_roles`)
  admin = await signUpStaff('admin')
})

const act = (path: 'confirm' | 'erase', body: object, token = admin.token) =>
  call(running, 'POST', `/visitors/${path}`, { token, body: { reason: 'Asked by letter', ...body } })
const actionsOn = (id: string) =>
  db.execute(sql`select action, reason from admin_actions where subject_id = ${id}`)
const deletions = async () => published(userDeleted)

/** A sign-up that is not confirmed. */
async function aWaitingSignUp() {
  const email = anAddress()
  const response = await fetch(`${url}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(response.status).toBe(200)
  await running.mails(email)
  return email
}

test('204: an admin confirms a sign-up, whose owner signs in with the password of it', async () => {
  const email = await aWaitingSignUp()
  expect((await act('confirm', { email })).status).toBe(204)
  expect((await act('confirm', { email })).status).toBe(204)
  const user = await findUserByEmail(db, email)
  expect(await actionsOn(user!.id)).toEqual([{ action: 'confirm-address', reason: 'Asked by letter' }])
  expect((await published(userConfirmed)).filter((event) => event.email === email)).toHaveLength(1)
  expect((await signIn(running, email)).user.id).toBe(user!.id)
})

test('404: an address without a sign-up is not confirmed', async () => {
  expect(await act('confirm', { email: anAddress() })).toMatchObject({ status: 404, code: 'user-not-found' })
})

test('200: an account is found by an address near its own, which is an entry about it', async () => {
  const { user } = await signUp(running)
  const body = { kind: 'near', text: (user.email ?? '').replace('@example.', '@exmaple.') }
  const { token } = await signUpStaff('support')
  const { status, json: found } = await call(running, 'POST', '/visitors/find', { token, body })
  expect([status, found]).toEqual([200, [{ email: user.email, userId: user.id }]])
  expect(await actionsOn(user.id)).toEqual([{ action: 'find-by-near', reason: null }])
})

test('204: an admin erases an account as its owner does', async () => {
  const { user } = await signUp(running)
  const email = user.email!
  expect((await act('erase', { email, userId: user.id })).status).toBe(204)
  expect(await findUserByEmail(db, email)).toBeNull()
  expect((await deletions()).at(-1)).toMatchObject({ userId: user.id, addressHashes: [hashAddress(email)] })
  expect(await actionsOn(user.id)).toEqual([{ action: 'erase-visitor', reason: 'Asked by letter' }])
})

test('204: an address without an account is erased in every service, with its waiting sign-up', async () => {
  const email = await aWaitingSignUp()
  expect((await act('erase', { email, userId: null })).status).toBe(204)
  expect((await deletions()).at(-1)).toMatchObject({ addressHashes: [hashAddress(email)] })
  const [left] = await db.execute(sql`select count(*)::int as count from sign_ups where email = ${email}`)
  expect(left).toEqual({ count: 0 })
})

test('404: an address that is another account’s than the admin saw is not erased', async () => {
  const { user } = await signUp(running)
  for (const userId of [null, crypto.randomUUID()])
    expect(await act('erase', { email: user.email!, userId })).toMatchObject({
      status: 404,
      code: 'user-not-found',
    })
  expect(await findUserByEmail(db, user.email!)).not.toBeNull()
})

test('409: the last admin is not erased', async () => {
  const { user } = admin
  expect(await act('erase', { email: user.email!, userId: user.id })).toMatchObject({ code: 'last-admin' })
})

test('403: support neither confirms nor erases, and neither does a former admin', async () => {
  const support = await signUpStaff('support')
  const former = await signUpStaff('admin')
  await db.execute(sql`delete from user_roles where user_id = ${former.user.id}`)
  const email = await aWaitingSignUp()
  for (const { token } of [support, former])
    for (const path of ['confirm', 'erase'] as const) {
      const body = path === 'confirm' ? { email } : { email, userId: null }
      expect((await act(path, body, token)).status).toBe(403)
    }
  expect(await findUserByEmail(db, email)).toBeNull()
})

test('403: support signs out nobody with a role, an admin does, and nobody signs out the own account', async () => {
  const support = await signUpStaff('support')
  const end = (userId: string, token: string) =>
    call(running, 'POST', `/users/${userId}/sessions/end`, { token, body: { reason: 'Asked by letter' } })

  expect(await end(admin.user.id, support.token)).toMatchObject({ status: 403, code: 'staff-account' })
  expect(await end(support.user.id, support.token)).toMatchObject({ status: 403, code: 'own-account' })
  expect(await end(admin.user.id, admin.token)).toMatchObject({ status: 403, code: 'own-account' })
  expect((await end((await signUp(running)).user.id, support.token)).status).toBe(204)
  expect((await end(support.user.id, admin.token)).status).toBe(204)
})

test('403: an admin neither erases the own account through the desk nor removes its second factor', async () => {
  await signUpStaff('admin')
  const { user, token, email } = admin

  expect(await act('erase', { email, userId: user.id })).toMatchObject({ status: 403, code: 'own-account' })
  expect(await call(running, 'DELETE', `/users/${user.id}/factors`, { token })).toMatchObject({
    status: 403,
    code: 'own-account',
  })
})
