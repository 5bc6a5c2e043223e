import { signingKeyPublished } from '@walkon/contracts/events/identity'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signIn, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let running: TestIdentity
beforeEach(async () => {
  running = await startIdentity()
})
afterEach(() => running.stop())

const rotate = () => running.runJob('rotate-signing-keys')
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
const isAccepted = async (token: string, by = running) =>
  (await call(by, 'GET', '/auth/v1/user', { token })).status === 200

async function publishedKids(by = running): Promise<string[]> {
  const { json } = await call(by, 'GET', '/auth/v1/.well-known/jwks.json')
  return (json.keys as { kid: string }[]).map(({ kid }) => kid)
}

async function saidOf(kid: string) {
  const rows = await running.db.execute<{ value: string }>(sql`
    select convert_from(value, 'UTF8') as value from outbox
    where headers->>'ce_type' = ${signingKeyPublished.type} order by position`)
  return rows
    .map(({ value }) => signingKeyPublished.data.parse(JSON.parse(value)))
    .filter(({ keyId }) => keyId === kid)
}

async function timeForAnother() {
  const { email, session } = await signUp(running)
  running.clock.offsetMs += 30 * DAY_MS
  await rotate()
  const kids = await publishedKids()
  const old: string = kidOf(session.access_token)
  return { email, old, fresh: kids.find((kid) => kid !== old) ?? '' }
}

test('A signing key is not replaced before its time', async () => {
  running.clock.offsetMs += 29 * DAY_MS
  await rotate()
  expect(await publishedKids()).toHaveLength(1)
})

test('A signing key is published an hour before it signs', async () => {
  const { email, old, fresh } = await timeForAnother()
  expect(await saidOf(fresh)).toMatchObject([{ acceptUntil: null }])
  running.clock.offsetMs += 59 * MINUTE_MS
  expect(kidOf((await signIn(running, email)).session.access_token)).toBe(old)
  running.clock.offsetMs += MINUTE_MS
  expect(kidOf((await signIn(running, email)).session.access_token)).toBe(fresh)
})

test('A replaced signing key is accepted until its last token has expired', async () => {
  const { email, old } = await timeForAnother()
  running.clock.offsetMs += 59 * MINUTE_MS
  const { session } = await signIn(running, email)
  expect(kidOf(session.access_token)).toBe(old)
  running.clock.offsetMs += MINUTE_MS
  await rotate()
  running.clock.offsetMs += 3 * MINUTE_MS
  expect(await isAccepted(session.access_token)).toBe(true)
  running.clock.offsetMs += 2 * MINUTE_MS
  expect(await publishedKids()).toContain(old)
  running.clock.offsetMs += 2 * MINUTE_MS
  expect(await isAccepted(session.access_token)).toBe(false)
  expect(await publishedKids()).not.toContain(old)
})

test('A replaced signing key is published with the instant of its end', async () => {
  const { old } = await timeForAnother()
  running.clock.offsetMs += 60 * MINUTE_MS
  const replacedFrom = running.now().getTime()
  await rotate()
  const [first, second] = await saidOf(old)
  expect(first?.acceptUntil).toBeNull()
  expect(Date.parse(second?.acceptUntil ?? '')).toBeGreaterThanOrEqual(replacedFrom + 5 * MINUTE_MS)
})

test('A replaced signing key leaves no private half behind', async () => {
  const { old, fresh } = await timeForAnother()
  running.clock.offsetMs += 60 * MINUTE_MS
  await rotate()
  const rows = await running.db.execute<{ key_id: string }>(sql`select key_id from private_keys`)
  expect(rows.map(({ key_id }) => key_id)).toEqual([fresh])
  expect(fresh).not.toBe(old)
})

test('A signing key cannot be read in the database', async () => {
  const [row] = await running.db.execute<{ private_key: string }>(sql`select private_key from private_keys`)
  expect(Buffer.from(row?.private_key ?? '', 'base64url').toString('latin1')).not.toContain('PRIVATE KEY')
})

describe('two instances on one database', () => {
  let beside: TestIdentity
  beforeEach(async () => {
    const { db, clock, settings } = running
    const IDENTITY_KEYS = settings.IDENTITY_KEYS.map((key) => Buffer.from(key).toString('base64url')).join()
    beside = await startIdentity({ IDENTITY_KEYS }, { db, clock })
  })
  afterEach(() => beside.stop())

  test('Two instances on one database begin with one key', async () => {
    expect(await publishedKids(beside)).toEqual(await publishedKids())
    expect(await publishedKids()).toHaveLength(1)
  })

  test('Two instances on one database make one key between them when it is time', async () => {
    running.clock.offsetMs += 30 * DAY_MS
    await Promise.all([rotate(), beside.runJob('rotate-signing-keys'), rotate()])
    expect(await publishedKids()).toHaveLength(2)
  })

  test('Two instances on one database accept each other’s tokens through a change of keys', async () => {
    const { email } = await signUp(running)
    running.clock.offsetMs += 30 * DAY_MS
    await rotate()
    for (const minutes of [0, 59, 1, 1]) {
      running.clock.offsetMs += minutes * MINUTE_MS
      const ours = (await signIn(running, email)).session.access_token
      const theirs = (await signIn(beside, email)).session.access_token
      expect(kidOf(ours)).toBe(kidOf(theirs))
      expect(await isAccepted(ours, beside)).toBe(true)
      expect(await isAccepted(theirs)).toBe(true)
    }
  })

  test('Two instances on one database refresh each other’s sessions', async () => {
    const { session } = await signUp(running)
    const refreshed = await call(beside, 'POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    })
    expect(refreshed.status).toBe(200)
  })
})

test('A former key of the service still opens what it sealed', async () => {
  const [old = new Uint8Array()] = running.settings.IDENTITY_KEYS
  const oldKey = Buffer.from(old).toString('base64url')
  const { session, email } = await signUp(running)
  const newKey = Buffer.alloc(32, 7).toString('base64url')
  const next = await startIdentity({ IDENTITY_KEYS: `${newKey},${oldKey}` }, running)
  const refreshed = await call(next, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  })
  expect(refreshed.status).toBe(200)
  expect(kidOf((await signIn(next, email)).session.access_token)).toBe(kidOf(session.access_token))
  await next.stop()
})
