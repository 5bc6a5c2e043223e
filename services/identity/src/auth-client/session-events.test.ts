import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  createClient,
  lastMail,
  PASSWORD,
  signIn,
  signUp,
  startIdentity,
  type TestClient,
  type TestIdentity,
} from '../testing/identity.ts'

let running: TestIdentity
beforeAll(async () => {
  // The clock begins in the past, so that tokens can be old.
  running = await startIdentity({}, { clock: { offsetMs: -2 * 3_600_000 } })
  running.clock.offsetMs = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  running.clock.offsetMs = 0
})
afterAll(() => running.stop())

const listen = (client: TestClient) => {
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return events
}

const untilEvent = (client: TestClient, wanted: AuthChangeEvent) =>
  new Promise<Session | null>((resolve) => {
    client.onAuthStateChange((event, session) => {
      if (event === wanted) resolve(session)
    })
  })

test('onAuthStateChange tells of a visit in the order in which it happens', async () => {
  const { email } = await signUp(running)
  const client = createClient(running)
  const events = listen(client)
  await untilEvent(client, 'INITIAL_SESSION')
  await client.signInWithPassword({ email, password: PASSWORD })
  await client.updateUser({ data: { display_name: 'Ada' } })
  await client.refreshSession()
  await client.signOut()
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED', 'SIGNED_OUT'])
})

test('onAuthStateChange tells that a visitor came to set a new password', async () => {
  const { email } = await signUp(running)
  const client = createClient(running)
  const recovering = untilEvent(client, 'PASSWORD_RECOVERY')
  await client.resetPasswordForEmail(email)
  const { token } = await lastMail(running, email, 'reset-password')
  await client.verifyOtp({ token_hash: token, type: 'recovery' })
  expect((await recovering)?.user.email).toBe(email)
})

test('onAuthStateChange tells that a session is over when its token has expired and a refresh is refused', async () => {
  const { email } = await signUp(running)
  running.clock.offsetMs = -3_600_000
  const { client } = await signIn(running, email)
  running.clock.offsetMs = 0
  const other = await signIn(running, email)
  await other.client.signOut({ scope: 'others' })
  // The client also writes to the console.
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  const signedOut = untilEvent(client, 'SIGNED_OUT')
  expect((await client.getSession()).data.session).toBeNull()
  expect(await signedOut).toBeNull()
})

test('autoRefreshToken renews a token before it expires', async () => {
  const { email } = await signUp(running)
  running.clock.offsetMs = -14 * 60_000
  const { client, session } = await signIn(running, email)
  running.clock.offsetMs = 0
  const refreshed = untilEvent(client, 'TOKEN_REFRESHED')
  await client.startAutoRefresh()
  const renewed = await refreshed
  await client.stopAutoRefresh()
  expect(renewed?.expires_at).toBeGreaterThan((session.expires_at ?? 0) + 800)
})

test('autoRefreshToken renews an expired token when the visitor comes back', async () => {
  const { email } = await signUp(running)
  running.clock.offsetMs = -3_600_000
  const { client, session } = await signIn(running, email)
  running.clock.offsetMs = 0
  const { data } = await client.getSession()
  expect(data.session?.access_token).not.toBe(session.access_token)
  expect((await client.getUser()).data.user?.email).toBe(email)
})
