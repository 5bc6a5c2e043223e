import { userLinksEnded } from '@walkon/contracts/events/identity'
import type { SessionView } from '@walkon/contracts/http/identity'
import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { signUpWithFactor } from '../testing/authenticator.ts'
import { claimsOf, createClient, runIdentity, signIn, signUp } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const running = await runIdentity()

const CHROME =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

const sessionsOf = async (token: string) =>
  (await call(running, 'GET', '/sessions', { token })).json as unknown as SessionView[]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

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
