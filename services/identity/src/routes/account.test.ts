import { userAddressChanged, userDeleted, userLinksEnded } from '@walkon/contracts/events/identity'
import type { SessionView } from '@walkon/contracts/http/identity'
import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { insertRole, listAdmins } from '../db/roles.ts'
import { signUpWithFactor } from '../testing/authenticator.ts'
import {
  anAddress,
  askForAccount,
  claimsOf,
  createClient,
  lastMail,
  lastNonce,
  PASSWORD,
  runIdentity,
  signIn,
  signUp,
  type TestClient,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const sessionsOf = async (token: string) =>
  (await call(running, 'GET', '/sessions', { token })).json as unknown as SessionView[]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

async function deletionsOf(userId: string) {
  const rows = await running.db.execute<{ value: string }>(sql`
    select convert_from(value, 'UTF8') as value from outbox where headers->>'ce_type' = ${userDeleted.type}`)
  return rows
    .map(({ value }) => userDeleted.data.parse(JSON.parse(value)))
    .filter((data) => data.userId === userId)
}

test('200: GET /sessions lists where the user is signed in, the newest use first, and which session asks', async () => {
  const { email, session } = await signUp(running)
  running.clock.offsetMs += 1_000
  await signIn(running, email, {
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('user-agent', CHROME)
      return fetch(url, { ...init, headers })
    },
  })
  const sessions = await sessionsOf(session.access_token)
  expect(sessions).toMatchObject([
    { device: 'Chrome on Android', current: false },
    { device: 'Another app', current: true },
  ])
  expect(sessions[1]?.id).toBe(claimsOf(session).session_id)
})

test('200: GET /sessions lists no sessions of another user', async () => {
  const { session } = await signUp(running)
  await signUp(running)
  expect(await sessionsOf(session.access_token)).toHaveLength(1)
})

test('204: DELETE /sessions/:sessionId ends that session and no other', async () => {
  const { email, session, client } = await signUp(running)
  const other = await signIn(running, email)
  const id = String(claimsOf(other.session).session_id)
  const { status } = await call(running, 'DELETE', `/sessions/${id}`, { token: session.access_token })
  expect(status).toBe(204)
  expect((await other.client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  expect((await client.refreshSession()).error).toBeNull()
})

async function linksEndedBy(userId: string) {
  const rows = await running.db.execute<{ value: string }>(sql`
    select convert_from(value, 'UTF8') as value from outbox where headers->>'ce_type' = ${userLinksEnded.type}`)
  return rows
    .map(({ value }) => userLinksEnded.data.parse(JSON.parse(value)))
    .filter((data) => data.userId === userId)
}

test('204: POST /account/links/end ends the links of all mails so far, and keeps the sessions', async () => {
  const { email, user, session } = await signUp(running)
  const { status } = await call(running, 'POST', '/account/links/end', { token: session.access_token })

  expect(status).toBe(204)
  expect(await linksEndedBy(user.id)).toMatchObject([{ addressHash: sha256(email) }])
  expect(await sessionsOf(session.access_token)).toHaveLength(1)
})

test.for([
  ['global', 1],
  ['others', 0],
  ['local', 0],
] as const)('signing out with the scope %s ends the links of mails %i times', async ([scope, count]) => {
  const { user, client } = await signUp(running)
  await client.signOut({ scope })
  expect(await linksEndedBy(user.id)).toHaveLength(count)
})

test('404: DELETE /sessions/:sessionId gives the same answer for a session of another user and for none', async () => {
  const { session } = await signUp(running)
  const outsider = await signUp(running)
  const token = outsider.session.access_token
  const theirs = await call(running, 'DELETE', `/sessions/${String(claimsOf(session).session_id)}`, {
    token,
  })
  const none = await call(running, 'DELETE', `/sessions/${crypto.randomUUID()}`, { token })
  expect(theirs).toMatchObject({ status: 404, code: 'session-not-found' })
  expect(none).toMatchObject({ status: 404, code: 'session-not-found' })
  expect((await createClient(running).refreshSession(session)).error).toBeNull()
})

test('200: GET /export has the account, its second factors and its sessions', async () => {
  const { email, session, user } = await signUpWithFactor(running)
  const { json } = await call(running, 'GET', '/export', { token: session.access_token })
  expect(json).toMatchObject({
    account: [{ id: user.id, email, user_metadata: { full_name: 'Ada Visitor' } }],
    secondFactors: [{ friendly_name: 'Phone', status: 'verified' }],
    sessions: [{ current: true, device: 'Another app' }],
  })
})

test('200: GET /export has nothing of another user', async () => {
  const { session } = await signUp(running)
  const outsider = await signUp(running)
  const { text } = await call(running, 'GET', '/export', { token: outsider.session.access_token })
  expect(text).not.toContain(String(claimsOf(session).session_id))
})

test('200: GET /export has no hash of the password', async () => {
  const { session } = await signUp(running)
  const { text } = await call(running, 'GET', '/export', { token: session.access_token })
  expect(text).not.toMatch(/argon2|password_?hash/i)
})

async function changeAddress(client: TestClient, oldEmail: string, newEmail: string) {
  await client.updateUser({ email: newEmail })
  for (const address of [oldEmail, newEmail]) {
    const { token } = await lastMail(running, address, 'confirm-new-email')
    await client.verifyOtp({ token_hash: token, type: 'email_change' })
  }
}

const erase = (token: string, body: object) => call(running, 'POST', '/account/deletion', { token, body })

test('204: an account is deleted with its password, and the event names the hash of its address', async () => {
  const { email, session, user } = await signUp(running)
  expect((await erase(session.access_token, { password: PASSWORD })).status).toBe(204)
  expect(await deletionsOf(user.id)).toMatchObject([{ addressHashes: [sha256(email)] }])
})

test('204: an account is deleted with the code of a mail', async () => {
  const { email, client, session } = await signUp(running)
  await client.reauthenticate()
  const nonce = await lastNonce(running, email)
  expect((await erase(session.access_token, { nonce })).status).toBe(204)
})

test('204: the deletion of an account names its former addresses too', async () => {
  const { email, client, user } = await signUp(running)
  const newEmail = anAddress()
  await changeAddress(client, email, newEmail)
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })
  const [deleted] = await deletionsOf(user.id)
  expect(deleted?.addressHashes.toSorted()).toEqual([sha256(email), sha256(newEmail)].toSorted())
})

test('204: the deletion of an account says until when a former address was used, and not of the address it has again', async () => {
  const { email, client, user } = await signUp(running)
  const second = anAddress()
  await changeAddress(client, email, second)
  await changeAddress(client, second, email)
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })

  const changes = (await running.published(userAddressChanged)).filter(({ userId }) => userId === user.id)
  const usedUntil = new Date(Date.parse(changes[1]!.changedAt) + 300_000).toISOString()
  expect(await deletionsOf(user.id)).toMatchObject([
    {
      addressHashes: [sha256(email), sha256(second)],
      formerAddresses: [{ addressHash: sha256(second), usedUntil }],
    },
  ])
})

test('204: the deletion of an account does not name a former address that another user has now', async () => {
  const { email, client, user } = await signUp(running)
  const newEmail = anAddress()
  await changeAddress(client, email, newEmail)
  await signUp(running, { email })
  const { data } = await client.getSession()
  await erase(data.session!.access_token, { password: PASSWORD })
  expect(await deletionsOf(user.id)).toMatchObject([{ addressHashes: [sha256(newEmail)] }])
})

test('204: the deletion of an account leaves nothing of the person in any table but the outbox', async () => {
  const { email, client, session, user } = await signUpWithFactor(running)
  await client.resetPasswordForEmail(email)
  await askForAccount(running, { email })
  expect((await erase(session.access_token, { password: PASSWORD })).status).toBe(204)
  const tables = await running.db.execute<{ table_name: string }>(sql`
      select table_name from information_schema.tables
      where table_schema = current_schema() and table_name not in ('outbox', 'inbox', 'schema_migrations')`)
  expect(tables.length).toBeGreaterThan(8)
  for (const { table_name: name } of tables) {
    const found = await running.db.execute(sql`
        select 1 from ${sql.identifier(name)} t where t::text like ${`%${email}%`} or t::text like ${`%${user.id}%`}
          or t::text like ${`%${sha256(email)}%`}`)
    expect({ name, rows: found.length }).toEqual({ name, rows: 0 })
  }
})

test('204: the deletion of an account ends every session at once', async () => {
  const { email, client, session } = await signUp(running)
  const other = await signIn(running, email)
  await erase(session.access_token, { password: PASSWORD })
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
  const token = other.session.access_token
  expect((await call(running, 'GET', '/sessions', { token })).status).toBe(401)
  expect((await other.client.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('204: the address of a deleted account can sign up again', async () => {
  const { email, session, user } = await signUp(running)
  await erase(session.access_token, { password: PASSWORD })
  const again = await signUp(running, { email })
  expect(again.user.id).not.toBe(user.id)
})

test.each([{ password: 'not this one' }, { nonce: '000000x' }])(
  '403: the wrong proof %j deletes nothing',
  async (body) => {
    const { client, session } = await signUp(running)
    expect(await erase(session.access_token, body)).toMatchObject({
      status: 403,
      code: 'reauthentication-failed',
    })
    expect((await client.getUser()).error).toBeNull()
  },
)

test('400: a deletion without a proof deletes nothing', async () => {
  const { client, session } = await signUp(running)
  expect((await erase(session.access_token, {})).status).toBe(400)
  expect((await client.getUser()).error).toBeNull()
})

test('409: the account of the last admin cannot be deleted', async () => {
  const { session, user, client } = await signUp(running)
  expect(await running.db.transaction(listAdmins)).toEqual([])
  await insertRole(running.db, {
    userId: user.id,
    role: 'admin',
    grantedBy: null,
    grantedAt: running.now(),
  })
  expect(await erase(session.access_token, { password: PASSWORD })).toMatchObject({
    status: 409,
    code: 'last-admin',
  })
  expect((await client.getUser()).error).toBeNull()
})
