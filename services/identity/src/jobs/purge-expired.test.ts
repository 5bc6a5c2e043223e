import { audit } from '@walkon/runtime/admin-actions'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  askForAccount,
  createClient,
  lastMail,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'

const HOUR_MS = 3_600_000

let running: TestIdentity
beforeEach(async () => {
  running = await startIdentity()
})
afterEach(() => running.stop())

const count = async (table: string) =>
  (await running.db.execute(sql`select 1 from ${sql.identifier(table)}`)).length

async function later(hours: number): Promise<void> {
  running.clock.offsetMs += hours * HOUR_MS
  await running.runJob('purge-expired')
}

test('A sign-up that was not confirmed is deleted after a day, with its link', async () => {
  const { email } = await askForAccount(running)
  await running.mails(email)
  await later(23)
  expect([await count('sign_ups'), await count('one_time_tokens')]).toEqual([1, 1])
  await later(1)
  expect([await count('sign_ups'), await count('one_time_tokens')]).toEqual([0, 0])
})

test('What an admin did is deleted after two years', async () => {
  const act = { actorId: crypto.randomUUID(), action: 'look-up-user', now: running.now() }
  await running.db.transaction((tx) => audit(tx, act))
  await later(729 * 24)
  expect(await count('admin_actions')).toBe(1)
  await later(2 * 24)
  expect(await count('admin_actions')).toBe(0)
})

test('The link of a mail is deleted after an hour', async () => {
  const { email, client } = await signUp(running)
  await client.resetPasswordForEmail(email)
  await lastMail(running, email, 'reset-password')
  expect(await count('one_time_tokens')).toBe(1)
  await later(1)
  expect(await count('one_time_tokens')).toBe(0)
})

test('A challenge of a second factor is deleted after five minutes', async () => {
  const { client } = await signUp(running)
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  await client.mfa.challenge({ factorId: data!.id })
  await later(5 / 60)
  expect(await count('challenges')).toBe(0)
})

test('A session is deleted after sixty days without use, and not before', async () => {
  const { session } = await signUp(running)
  await later(59 * 24)
  expect(await count('sessions')).toBe(1)
  expect((await createClient(running).refreshSession(session)).error).toBeNull()
  await later(59 * 24)
  expect(await count('sessions')).toBe(1)
  await later(2 * 24)
  expect(await count('sessions')).toBe(0)
})
