import { createTestDatabase } from '@walkon/testing/database'
import { createTcpProxy, type TcpProxy } from '@walkon/testing/tcp-proxy'
import { ping } from '@walkon/service/database'
import { connectPostgres } from '@walkon/service/postgres'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { migrationsFolder } from '../db/migrations.ts'
import { PASSWORD, signIn, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call, refreshWith, tryPassword } from '../testing/requests.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: TcpProxy
let postgres: ReturnType<typeof connectPostgres>
let running: TestIdentity
beforeAll(async () => {
  database = await createTestDatabase('identity', migrationsFolder)
  const { hostname, port } = new URL(database.url)
  proxy = await createTcpProxy({ host: hostname, port: Number(port) })
  const url = Object.assign(new URL(database.url), { hostname: '127.0.0.1', port: String(proxy.port) }).href
  postgres = connectPostgres({ url, schema: 'identity', poolSize: 3, applicationName: 'outage' })
  // The clock begins in the past, so that tokens can be old.
  running = await startIdentity({}, { db: postgres.db, clock: { offsetMs: -3_600_000 } })
  running.clock.offsetMs = 0
})
afterAll(async () => {
  await running.stop()
  await postgres.close()
  await proxy.cut()
  await database.drop()
})

async function whileAway<Result>(work: () => Promise<Result>): Promise<Result> {
  await proxy.cut()
  try {
    return await work()
  } finally {
    await proxy.restore()
  }
}

const untilBack = () => vi.waitFor(() => ping(running.db))
afterEach(async () => {
  running.clock.offsetMs = 0
  await untilBack()
})

test('While the database is unreachable, a refresh is answered 503, and the session goes on afterwards', async () => {
  const { session } = await signUp(running)
  const away = await whileAway(() => refreshWith(running, session.refresh_token))
  expect(away).toMatchObject({ status: 503, code: 'unexpected_failure' })
  await untilBack()
  expect((await refreshWith(running, session.refresh_token)).status).toBe(200)
})

test('While the database is unreachable, a browser keeps its cookie', async () => {
  const { email } = await signUp(running)
  const headers = { 'x-csrf': '1' }
  const { cookies } = await tryPassword(running, email, PASSWORD, { headers })
  const asked = { headers: { ...headers, cookie: `__Host-rt=${cookies[0]?.value}` } }
  const away = await whileAway(() => refreshWith(running, 'cookie', asked))
  expect(away.status).toBe(503)
  expect(away.cookies).toEqual([])
})

test('While the database is unreachable, the public client stays signed in', async () => {
  const { email } = await signUp(running)
  running.clock.offsetMs = -60_000
  const { client } = await signIn(running, email)
  running.clock.offsetMs = 0
  const { error } = await whileAway(() => client.getUser())
  expect(error?.name).toBe('AuthRetryableFetchError')
  await untilBack()
  expect((await client.getUser()).data.user?.email).toBe(email)
})

const email = 'somebody@example.com'
const ASKED = [
  { what: 'a password', url: '/token?grant_type=password', body: { email, password: PASSWORD } },
  { what: 'an app’s code', url: '/token?grant_type=pkce', body: { auth_code: 'x', code_verifier: 'x' } },
  { what: 'a link', url: '/verify', body: { token_hash: 'x', type: 'recovery' } },
  { what: 'a code', url: '/verify', body: { email, token: '000000', type: 'recovery' } },
]
test.each(ASKED)(
  'While the database is unreachable, $what is answered 503 without the cause',
  async ({ url, body }) => {
    const away = await whileAway(() => call(running, 'POST', `/auth/v1${url}`, { body }))
    expect(away).toMatchObject({ status: 503, code: 'unexpected_failure' })
    expect(away.text).not.toMatch(/postgres|ECONN|127\.0\.0\.1|select|stack/i)
  },
)

test('While the keys cannot be read, an access token is answered 503, not 401', async () => {
  const { session } = await signUp(running)
  running.clock.offsetMs += 11_000
  const answers = await whileAway(async () => [
    await call(running, 'GET', '/auth/v1/user', { token: session.access_token }),
    await call(running, 'GET', '/sessions', { token: session.access_token }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
})
