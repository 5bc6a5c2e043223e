import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { runIdentity, signUp } from '../testing/identity.ts'
import { call, refreshWith } from '../testing/requests.ts'

const running = await runIdentity()

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

async function renew(refreshToken: string): Promise<string> {
  const { status, json } = await refreshWith(running, refreshToken)
  expect(status).toBe(200)
  return String(json.refresh_token)
}

const isAccepted = async (accessToken: unknown) =>
  (await call(running, 'GET', '/auth/v1/user', { token: String(accessToken) })).status === 200

test('A refresh token older than the parent of the newest ends its session', async () => {
  const { session } = await signUp(running)
  const first = session.refresh_token
  const third = await renew(await renew(first))
  expect(await refreshWith(running, first)).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  })
  expect(await refreshWith(running, third)).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('Identity refuses the access tokens of a session that ended by a copied refresh token', async () => {
  const { session } = await signUp(running)
  await renew(await renew(session.refresh_token))
  await refreshWith(running, session.refresh_token)
  expect(await call(running, 'GET', '/auth/v1/user', { token: session.access_token })).toMatchObject({
    status: 403,
    code: 'session_not_found',
  })
})

test('A copied refresh token ends its own session alone', async () => {
  const { session, client, email } = await signUp(running)
  await client.signInWithPassword({ email, password: 'correct horse battery staple' })
  await renew(await renew(session.refresh_token))
  await refreshWith(running, session.refresh_token)
  expect((await client.refreshSession()).error).toBeNull()
})

test('The parent of the newest refresh token is answered, because the answer may have been lost', async () => {
  const { session } = await signUp(running)
  const lost = await renew(session.refresh_token)
  expect(await renew(session.refresh_token)).toBe(lost)
  expect(await renew(lost)).not.toBe(lost)
})

test('The parent of the newest refresh token is answered also much later, because a laptop may have slept', async () => {
  const { session } = await signUp(running)
  await renew(session.refresh_token)
  running.clock.offsetMs = 30 * DAY_MS
  expect(await renew(await renew(session.refresh_token))).toBeTruthy()
})

test('A visitor who loses one answer after the other stays signed in, however long each takes', async () => {
  const { session } = await signUp(running)
  for (const minutes of [2, 4, 6, 8]) {
    running.clock.offsetMs = minutes * MINUTE_MS
    await renew(session.refresh_token)
  }
  expect(await renew(await renew(session.refresh_token))).toBeTruthy()
})

test('A thief who refreshes once is found at the next refresh of the owner', async () => {
  const { session } = await signUp(running)
  const owners = await renew(session.refresh_token)
  running.clock.offsetMs = 2 * MINUTE_MS
  const thiefs = await renew(session.refresh_token)
  expect(thiefs).not.toBe(owners)
  expect(await refreshWith(running, owners)).toMatchObject({
    status: 400,
    code: 'refresh_token_already_used',
  })
  expect((await refreshWith(running, thiefs)).status).toBe(400)
})

test('Many requests that present the parent late at once get the same successor', async () => {
  const { session } = await signUp(running)
  await renew(session.refresh_token)
  running.clock.offsetMs = 2 * MINUTE_MS
  const given = await Promise.all(Array.from({ length: 10 }, () => renew(session.refresh_token)))
  expect(new Set(given).size).toBe(1)
})

test('Two tabs that refresh at once both stay signed in', async () => {
  const { session } = await signUp(running)
  const [one, other] = await Promise.all([renew(session.refresh_token), renew(session.refresh_token)])
  expect(one).toBe(other)
  await renew(one)
})

test('A hundred refreshes at once leave one lineage, and every answer works', async () => {
  const { session, user } = await signUp(running)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => refreshWith(running, session.refresh_token)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ json }) => json.refresh_token)).size).toBe(1)
  const works = await Promise.all(answers.map(({ json }) => isAccepted(json.access_token)))
  expect(works).not.toContain(false)
  const rows = await running.db.execute<{ refresh_counter: number }>(
    sql`select refresh_counter from sessions where user_id = ${user.id}`,
  )
  expect([...rows]).toEqual([{ refresh_counter: 2 }])
  await renew(String(answers[0]?.json.refresh_token))
})

test('Of two refreshes of one token that come to its session at the same moment, one renews it, and both have the answer', async () => {
  const { session, user } = await signUp(running)
  const refresh = () => refreshWith(running, session.refresh_token)
  const { both } = await running.db.transaction(async (tx) => {
    await tx.execute(sql`select from sessions where user_id = ${user.id} for update`)
    const refreshes = [refresh(), refresh()]
    await expect.poll(running.waitingForLocks).toBe(2)
    return { both: refreshes }
  })

  const [one, other] = await Promise.all(both)

  expect(one).toMatchObject({ status: 200, json: { refresh_token: other!.json.refresh_token } })
  await renew(String(one!.json.refresh_token))
})

test('A refresh token is refused after the sign-out', async () => {
  const { session, client } = await signUp(running)
  await client.signOut()
  const refused = await refreshWith(running, session.refresh_token)
  expect(refused).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('A refresh token is refused after sixty days without use', async () => {
  const { session } = await signUp(running)
  running.clock.offsetMs = 59 * DAY_MS
  const used = await renew(session.refresh_token)
  running.clock.offsetMs = 119 * DAY_MS
  expect(await refreshWith(running, used)).toMatchObject({ status: 400, code: 'session_expired' })
})

test('A refresh token is refused half a year after the sign-in, however much it is used', async () => {
  const { session } = await signUp(running)
  let token = session.refresh_token
  for (const days of [50, 100, 150, 179]) {
    running.clock.offsetMs = days * DAY_MS
    token = await renew(token)
  }
  running.clock.offsetMs = 180 * DAY_MS
  expect(await refreshWith(running, token)).toMatchObject({ status: 400, code: 'session_expired' })
})

const FORGERIES: { what: string; forge: (bytes: Buffer) => Buffer }[] = [
  { what: 'a higher number in the family', forge: (bytes) => set(bytes, 19, 2) },
  { what: 'another session', forge: (bytes) => set(bytes, 0, (bytes[0] ?? 0) ^ 1) },
  { what: 'a changed signature', forge: (bytes) => set(bytes, 51, (bytes[51] ?? 0) ^ 1) },
  { what: 'no signature', forge: (bytes) => bytes.subarray(0, 20) },
  { what: 'more behind it', forge: (bytes) => Buffer.concat([bytes, Buffer.from('x')]) },
  { what: 'nothing in it', forge: () => Buffer.alloc(0) },
]

function set(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = value
  return changed
}

test.each(FORGERIES)(
  'A forged refresh token with $what is refused, and ends no session',
  async ({ forge }) => {
    const { session } = await signUp(running)
    const forged = forge(Buffer.from(session.refresh_token, 'base64url')).toString('base64url')
    const refused = await refreshWith(running, forged)
    expect(refused).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    await renew(session.refresh_token)
  },
)

test('A refresh token cannot be made from what is in the database', async () => {
  const { session } = await signUp(running)
  const rows = await running.db.execute<{ row: string }>(
    sql`select row_to_json(sessions)::text as row from sessions`,
  )
  const stored = JSON.stringify([...rows])
  const secret = Buffer.from(session.refresh_token, 'base64url').subarray(20)
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(stored).not.toContain(secret.toString(form))
})

test('A refresh token is not accepted as an access token', async () => {
  const { session } = await signUp(running)
  const refused = await refreshWith(running, session.access_token.slice(0, 200))
  expect(refused).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test.each([{}, { refresh_token: null }, { refresh_token: ['x'] }, { refresh_token: 'x'.repeat(10_000) }])(
  'A refresh token of another shape is refused as a request: %j',
  async (body) => {
    const refused = await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', { body })
    expect(refused).toMatchObject({ status: 400, code: 'validation_failed' })
  },
)
