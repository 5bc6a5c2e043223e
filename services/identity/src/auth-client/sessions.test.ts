import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  anAddress,
  createClient,
  PASSWORD,
  signIn,
  signUp,
  startIdentity,
  type TestIdentity,
} from '../testing/identity.ts'

let running: TestIdentity
beforeAll(async () => {
  running = await startIdentity()
})
afterAll(() => running.stop())

const isOver = async (refreshToken: string) => {
  const { error } = await createClient(running).refreshSession({ refresh_token: refreshToken })
  return error !== null
}

describe('signInWithPassword', () => {
  test('answers a session of fifteen minutes', async () => {
    const { email } = await signUp(running)
    const { session } = await signIn(running, email)
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { email } })
    expect(session.expires_at).toBeCloseTo(Date.now() / 1000 + 900, -1)
  })

  test('takes the address as people type it', async () => {
    const { email } = await signUp(running)
    const { error } = await createClient(running).signInWithPassword({
      email: email.toUpperCase(),
      password: PASSWORD,
    })
    expect(error).toBeNull()
  })

  test('refuses a wrong password', async () => {
    const { email, client } = await signUp(running)
    const { data, error } = await client.signInWithPassword({ email, password: 'not this one' })
    expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect(data.session).toBeNull()
  })

  test('refuses an unknown address with the same words', async () => {
    const { email, client } = await signUp(running)
    const known = await client.signInWithPassword({ email, password: 'not this one' })
    const unknown = await client.signInWithPassword({ email: anAddress(), password: 'not this one' })
    expect(unknown.error).toEqual(known.error)
  })

  test('takes a password of 256 characters whole', async () => {
    const password = `${'a long password '.repeat(16)}`.slice(0, 256)
    const { email, client } = await signUp(running, { password })
    const cut = await client.signInWithPassword({ email, password: password.slice(0, -1) })
    expect(cut.error).toMatchObject({ code: 'invalid_credentials' })
    const whole = await client.signInWithPassword({ email, password })
    expect(whole.error).toBeNull()
  })

  test('begins a session of its own each time', async () => {
    const { email, session } = await signUp(running)
    const again = await signIn(running, email)
    const claimsOf = async (token: string) => (await again.client.getClaims(token)).data?.claims
    expect((await claimsOf(again.session.access_token))?.session_id).not.toBe(
      (await claimsOf(session.access_token))?.session_id,
    )
  })
})

describe('refreshSession', () => {
  test('answers another refresh token and the user as of now', async () => {
    const { email, client, session } = await signUp(running)
    const elsewhere = await signIn(running, email)
    await elsewhere.client.updateUser({ data: { display_name: 'Ada' } })
    const { data, error } = await client.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.user?.user_metadata).toMatchObject({ display_name: 'Ada' })
  })

  test('stays in the same session', async () => {
    const { client } = await signUp(running)
    const before = (await client.getClaims()).data?.claims.session_id
    await client.refreshSession()
    expect((await client.getClaims()).data?.claims.session_id).toBe(before)
  })

  test('refuses a token that we did not write', async () => {
    const { error } = await createClient(running).refreshSession({ refresh_token: 'made-up' })
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })
})

describe('getUser and getClaims', () => {
  test('getUser answers whose token it is', async () => {
    const { client, email, user } = await signUp(running)
    const { data } = await client.getUser()
    expect(data.user).toMatchObject({
      id: user.id,
      email,
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'], roles: [] },
      identities: [{ provider: 'email', user_id: user.id }],
    })
  })

  test('getUser refuses a token that is none', async () => {
    const { error } = await createClient(running).getUser('a.b.c')
    expect(error).toMatchObject({ status: 403, code: 'bad_jwt' })
  })

  test('getClaims checks the token with the published keys alone', async () => {
    const asked: string[] = []
    const { email } = await signUp(running)
    const { client } = await signIn(running, email, {
      fetch: (url, init) => {
        asked.push(new URL(String(url)).pathname)
        return fetch(url, init)
      },
    })
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.header).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' })
    expect(data?.claims).toMatchObject({
      iss: running.settings.AUTH_ISSUER,
      aud: 'authenticated',
      email,
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { roles: [], aal_required: 'aal1' },
    })
    expect(asked).toEqual(['/auth/v1/token', '/auth/v1/.well-known/jwks.json'])
  })

  test('setSession takes tokens that another client was given', async () => {
    const { session, email } = await signUp(running)
    const { data, error } = await createClient(running).setSession(session)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })
})

describe('signOut', () => {
  const signedInTwice = async () => {
    const { email, client, session } = await signUp(running)
    return { client, session, other: await signIn(running, email) }
  }

  test('global ends every session of the user', async () => {
    const { client, session, other } = await signedInTwice()
    expect((await client.signOut({ scope: 'global' })).error).toBeNull()
    expect(await isOver(session.refresh_token)).toBe(true)
    expect(await isOver(other.session.refresh_token)).toBe(true)
  })

  test('local ends this session alone', async () => {
    const { client, session, other } = await signedInTwice()
    expect((await client.signOut({ scope: 'local' })).error).toBeNull()
    expect(await isOver(session.refresh_token)).toBe(true)
    expect(await isOver(other.session.refresh_token)).toBe(false)
  })

  test('others ends all but this one', async () => {
    const { client, session, other } = await signedInTwice()
    expect((await client.signOut({ scope: 'others' })).error).toBeNull()
    expect(await isOver(other.session.refresh_token)).toBe(true)
    expect(await isOver(session.refresh_token)).toBe(false)
  })

  test('ends no session of somebody else', async () => {
    const { session } = await signUp(running)
    const outsider = await signUp(running)
    await outsider.client.signOut({ scope: 'global' })
    expect(await isOver(session.refresh_token)).toBe(false)
  })

  test('of a session that is over already is no error', async () => {
    const { client, other } = await signedInTwice()
    await other.client.signOut({ scope: 'global' })
    expect((await client.signOut()).error).toBeNull()
  })

  test('elsewhere is noticed by the next call, which signs out here', async () => {
    const { client, other } = await signedInTwice()
    await other.client.signOut({ scope: 'others' })
    const { error } = await client.getUser()
    expect(error?.name).toBe('AuthSessionMissingError')
    expect((await client.getSession()).data.session).toBeNull()
  })
})
