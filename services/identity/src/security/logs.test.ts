import { createLog } from '@walkon/service/log'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFactor, wrongCode } from '../testing/authenticator.ts'
import {
  askForAccount,
  createClient,
  lastMail,
  lastNonce,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'
import { call, refreshWith, tryPassword } from '../testing/requests.ts'

const lines: string[] = []
const log = createLog({ service: 'identity', level: 'trace' }, { write: (line) => void lines.push(line) })

let running: TestIdentity
beforeAll(async () => {
  running = await startIdentity({}, { log })
})
afterAll(() => running.stop())

const EMAIL = 'canary-address@example.com'
const NEW_EMAIL = 'canary-new-address@example.com'
const PASSWORD = 'canary password one'
const NEW_PASSWORD = 'canary password two'

/** A whole journey with refusals and faults. Returns the values that no log line may have. */
async function journey(): Promise<Record<string, string>> {
  const { client, session } = await signUp(running, { email: EMAIL, password: PASSWORD })
  const confirmation = await lastMail(running, EMAIL, 'confirm-account')
  await askForAccount(running, { email: EMAIL, password: PASSWORD })
  await client.updateUser({ data: { display_name: 'Canary Name' } })

  await tryPassword(running, EMAIL, 'canary wrong password', { from: '203.0.113.77' })
  await refreshWith(running, 'canary-made-up-token')
  await call(running, 'GET', '/auth/v1/user?canary-query=1', { token: 'canary.made.up' })
  await call(running, 'GET', '/auth/v1/verify?token=canary-link-token&type=recovery')
  await call(running, 'POST', '/auth/v1/signup', { body: '{"email":"canary-broken-json' })

  const factor = await addFactor(running, client)
  await client.mfa.challengeAndVerify({ factorId: factor.factorId, code: wrongCode(running, factor.secret) })
  await client.reauthenticate()
  const nonce = await lastNonce(running, EMAIL)
  await client.updateUser({ password: NEW_PASSWORD, nonce })

  await client.updateUser({ email: NEW_EMAIL })
  const half = await lastMail(running, NEW_EMAIL, 'confirm-new-email')
  await client.verifyOtp({ email: NEW_EMAIL, token: half.code, type: 'email_change' })
  await client.resetPasswordForEmail(EMAIL)
  const recovery = await lastMail(running, EMAIL, 'reset-password')
  await createClient(running).verifyOtp({ token_hash: recovery.token, type: 'recovery' })
  const { data } = await client.refreshSession()
  await call(running, 'GET', '/export', { token: data.session?.access_token ?? '' })
  const browser = await call(running, 'POST', '/auth/v1/token?grant_type=refresh_token', {
    body: { refresh_token: data.session?.refresh_token },
    headers: { 'x-csrf': '1' },
  })
  return {
    'address, password, name, made up': 'canary',
    'network address': '203.0.113.77',
    'access token': session.access_token,
    'refresh token': session.refresh_token,
    'newest access token': data.session?.access_token ?? '',
    cookie: browser.cookies[0]?.value ?? '',
    'link of the sign-up': confirmation.token,
    'link of the recovery': recovery.token,
    'secret of the factor': factor.secret,
    'user id in a query': '?',
  }
}

const findIn = (secrets: Record<string, string>) =>
  Object.entries(secrets).filter(([, secret]) =>
    lines.some((line) => line.toLowerCase().includes(secret.toLowerCase())),
  )

test('The log of a whole journey at level trace has no personal data and no secret', async () => {
  const secrets = await journey()
  expect(Object.values(secrets)).not.toContain('')
  expect(findIn(secrets)).toEqual([])
})

test('The log says which requests were refused, and why', async () => {
  await tryPassword(running, EMAIL, 'canary wrong password')
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ code: 'invalid_credentials', path: '/auth/v1/token' }),
  )
})

test('The log has no personal data when a query fails', async () => {
  await running.db.execute(sql`alter table sign_ups rename to sign_ups_away`)
  const answers = [
    await call(running, 'POST', '/auth/v1/signup', { body: { email: EMAIL, password: PASSWORD } }),
    await tryPassword(running, EMAIL, PASSWORD),
  ]
  await running.db.execute(sql`alter table sign_ups_away rename to sign_ups`)
  for (const { status, text } of answers) {
    expect(status).toBe(500)
    expect(text).not.toMatch(/canary|sign_ups|select|insert/i)
  }
  const failures = lines.filter((line) => line.includes('request failed'))
  expect(failures).toHaveLength(2)
  expect(failures[0]).toContain('sign_ups')
  expect(findIn({ canary: 'canary', 'hash of the password': '$argon2' })).toEqual([])
})

test('The log has no personal data when a row is refused', async () => {
  await call(running, 'POST', '/auth/v1/signup', {
    body: { email: 'canary-row@example.com', password: PASSWORD },
  })
  await running.db.execute(
    sql`alter table mail_requests add constraint canary_check check (email not like '%row2%') not valid`,
  )
  const refused = await call(running, 'POST', '/auth/v1/signup', {
    body: { email: 'canary-row2@example.com', password: PASSWORD },
  })
  await running.db.execute(sql`alter table mail_requests drop constraint canary_check`)
  expect(refused.status).toBe(500)
  expect(findIn({ address: 'canary-row' })).toEqual([])
})
