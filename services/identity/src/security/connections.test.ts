import { connectPostgres } from '@walkon/service/postgres'
import { createTestDatabase } from '@walkon/testing/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { addFactor, nextCode } from '../testing/authenticator.ts'
import {
  anAddress,
  createClient,
  lastMail,
  lastNonce,
  PARTNER_URL,
  PASSWORD,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let postgres: ReturnType<typeof connectPostgres>
let running: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase('identity', migrationsFolder)
  postgres = connectPostgres({ url: database.url, schema: 'identity', poolSize: 1, applicationName: 'one' })
  running = await startIdentity({}, { db: postgres.db })
})
afterAll(async () => {
  await running.stop()
  await postgres.close()
  await database.drop()
})

/** Lets the cached keys expire, so that they are read again. */
const later = () => {
  running.clock.offsetMs += 31_000
}

// A request that holds a connection and waits for a second one deadlocks once all connections are held so.
test('One database connection is enough for a whole visit, because no step needs a second one while it holds one', async () => {
  const { email, client } = await signUp(running)
  later()
  await signIn(running, email)
  later()
  expect((await client.refreshSession()).error).toBeNull()

  later()
  const { factorId, secret } = await addFactor(running, client)
  later()
  const second = await signIn(running, email)
  later()
  const code = nextCode(running, secret)
  expect((await second.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()

  later()
  await client.reauthenticate()
  const nonce = await lastNonce(running, email)
  expect((await client.updateUser({ password: 'another horse another battery', nonce })).error).toBeNull()
  const newEmail = anAddress()
  await client.updateUser({ email: newEmail })
  for (const address of [email, newEmail]) {
    const { token } = await lastMail(running, address, 'confirm-new-email')
    later()
    expect((await client.verifyOtp({ token_hash: token, type: 'email_change' })).error).toBeNull()
  }

  const app = createClient(running, { flowType: 'pkce' })
  await app.resetPasswordForEmail(newEmail, { redirectTo: PARTNER_URL })
  const { appPath } = await lastMail(running, newEmail, 'reset-password')
  later()
  const { headers } = await call(running, 'GET', appPath)
  const authCode = new URL(String(headers.location)).searchParams.get('code') ?? ''
  later()
  expect((await app.exchangeCodeForSession(authCode)).error).toBeNull()

  running.clock.offsetMs += 30 * 86_400_000
  await running.runJob('rotate-signing-keys')
  await running.runJob('purge-expired')
  const { session } = await signUp(running)
  later()
  const body = { password: PASSWORD }
  const deleted = await call(running, 'POST', '/account/deletion', { token: session.access_token, body })
  expect(deleted.status).toBe(204)
})
