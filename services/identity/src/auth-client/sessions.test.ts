import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  anAddress,
  claimsOf,
  createClient,
  PASSWORD,
  runIdentity,
  signIn,
  signUp,
} from '../testing/identity.ts'

const running = await runIdentity()

const isOver = async (refreshToken: string) => {
  const { error } = await createClient(running).refreshSession({ refresh_token: refreshToken })
  return error !== null
}

test('signInWithPassword answers with an access token for five minutes', async () => {
  const { email } = await signUp(running)
  const askedAt = Math.floor(Date.now() / 1000)
  const { session } = await signIn(running, email)
  expect(session).toMatchObject({ token_type: 'bearer', expires_in: 300, user: { email } })
  expect(session.expires_at).toBeGreaterThanOrEqual(askedAt + 300)
  expect(session.expires_at).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 300)
})

test('signInWithPassword ignores blanks and capitals of an address', async () => {
  const { email } = await signUp(running)
  const { error } = await createClient(running).signInWithPassword({
    email: email.toUpperCase(),
    password: PASSWORD,
  })
  expect(error).toBeNull()
})

test('signInWithPassword refuses a wrong password', async () => {
  const { email, client } = await signUp(running)
  const { data, error } = await client.signInWithPassword({ email, password: 'not this one' })
  expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' })
  expect(data.session).toBeNull()
})

test('signInWithPassword refuses an unknown address with the words for a wrong password', async () => {
  const { email, client } = await signUp(running)
  const known = await client.signInWithPassword({ email, password: 'not this one' })
  const unknown = await client.signInWithPassword({ email: anAddress(), password: 'not this one' })
  expect(unknown.error).toEqual(known.error)
})

test('signInWithPassword compares all of a password of 256 characters', async () => {
  const password = 'a long password '.repeat(16).slice(0, 256)
  const { email, client } = await signUp(running, { password })
  const cut = await client.signInWithPassword({ email, password: password.slice(0, -1) })
  expect(cut.error).toMatchObject({ code: 'invalid_credentials' })
  const whole = await client.signInWithPassword({ email, password })
  expect(whole.error).toBeNull()
})

test('signInWithPassword begins another session each time', async () => {
  const { email, session } = await signUp(running)
  const again = await signIn(running, email)
  expect(claimsOf(again.session).session_id).not.toBe(claimsOf(session).session_id)
})

test('refreshSession answers with another refresh token and the current user', async () => {
  const { email, client, session } = await signUp(running)
  const elsewhere = await signIn(running, email)
  await elsewhere.client.updateUser({ data: { display_name: 'Ada' } })
  const { data, error } = await client.refreshSession()
  expect(error).toBeNull()
  expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  expect(data.user?.user_metadata).toMatchObject({ display_name: 'Ada' })
})

test('refreshSession stays in the same session', async () => {
  const { client, session } = await signUp(running)
  const { data } = await client.refreshSession()
  expect(claimsOf(data.session!).session_id).toBe(claimsOf(session).session_id)
})

test('refreshSession refuses a token that identity did not sign', async () => {
  const { error } = await createClient(running).refreshSession({ refresh_token: 'made-up' })
  expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
})

test('getUser answers with the user of the token', async () => {
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

test('getUser refuses text that is no token', async () => {
  const { error } = await createClient(running).getUser('a.b.c')
  expect(error).toMatchObject({ status: 403, code: 'bad_jwt' })
})

test('setSession accepts the tokens of another client', async () => {
  const { session, email } = await signUp(running)
  const { data, error } = await createClient(running).setSession(session)
  expect(error).toBeNull()
  expect(data.user?.email).toBe(email)
})

test('An access token has the claims that services and clients read', async () => {
  const { session, email, user } = await signUp(running)
  expect(claimsOf(session)).toMatchObject({
    iss: running.settings.AUTH_ISSUER,
    aud: 'authenticated',
    sub: user.id,
    role: 'authenticated',
    email,
    aal: 'aal1',
    amr: [{ method: 'email/signup' }],
    app_metadata: { roles: [], aal_required: 'aal1' },
    user_metadata: { full_name: 'Ada Visitor' },
  })
})

test("An access token carries only the names of the user's metadata", async () => {
  const { client } = await signUp(running)
  await client.updateUser({ data: { display_name: 'Ada', favourite: 'a long story' } })
  const { data } = await client.refreshSession()
  expect(claimsOf(data.session!).user_metadata).toEqual({ full_name: 'Ada Visitor', display_name: 'Ada' })
})

test('An access token is verified by the published keys', async () => {
  const { session } = await signUp(running)
  const [head = '', payload = '', signature = ''] = session.access_token.split('.')
  const { kid, alg, typ } = JSON.parse(Buffer.from(head, 'base64url').toString())
  expect({ alg, typ }).toEqual({ alg: 'EdDSA', typ: 'at+jwt' })

  const response = await fetch(`${running.url}/.well-known/jwks.json`)
  const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] }
  const jwk = keys.find((key) => key.kid === kid)
  expect(jwk).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' })
  expect(jwk).not.toHaveProperty('d')
  const key = createPublicKey({ key: jwk!, format: 'jwk' })
  expect(verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url'))).toBe(true)
})

const signedInTwice = async () => {
  const { email, client, session } = await signUp(running)
  return { client, session, other: await signIn(running, email) }
}

test('A global sign-out ends every session of the user', async () => {
  const { client, session, other } = await signedInTwice()
  expect((await client.signOut({ scope: 'global' })).error).toBeNull()
  expect(await isOver(session.refresh_token)).toBe(true)
  expect(await isOver(other.session.refresh_token)).toBe(true)
})

test('A local sign-out ends this session alone', async () => {
  const { client, session, other } = await signedInTwice()
  expect((await client.signOut({ scope: 'local' })).error).toBeNull()
  expect(await isOver(session.refresh_token)).toBe(true)
  expect(await isOver(other.session.refresh_token)).toBe(false)
})

test('A sign-out of others ends all sessions but this one', async () => {
  const { client, session, other } = await signedInTwice()
  expect((await client.signOut({ scope: 'others' })).error).toBeNull()
  expect(await isOver(other.session.refresh_token)).toBe(true)
  expect(await isOver(session.refresh_token)).toBe(false)
})

test('A sign-out ends no session of another user', async () => {
  const { session } = await signUp(running)
  const outsider = await signUp(running)
  await outsider.client.signOut({ scope: 'global' })
  expect(await isOver(session.refresh_token)).toBe(false)
})

test('A sign-out of a session that is over already is no error', async () => {
  const { client, other } = await signedInTwice()
  await other.client.signOut({ scope: 'global' })
  expect((await client.signOut()).error).toBeNull()
})

test('The next call after a sign-out elsewhere signs the client out', async () => {
  const { client, other } = await signedInTwice()
  await other.client.signOut({ scope: 'others' })
  const { error } = await client.getUser()
  expect(error?.name).toBe('AuthSessionMissingError')
  expect((await client.getSession()).data.session).toBeNull()
})
