import { signingKeys } from '@walkon/runtime/signing-keys'
import { createTestAccounts, createTestSigner, type TestSigner } from '@walkon/testing/accounts'
import { sql } from 'drizzle-orm'
import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimsOf, ISSUER, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

let running: TestIdentity
let signer: TestSigner
const ownKey = generateKeyPairSync('ed25519')
let account: Awaited<ReturnType<typeof signUp>>
beforeAll(async () => {
  running = await startIdentity()
  signer = await createTestAccounts(running.db, ISSUER)
  account = await signUp(running)
  const publicKey = ownKey.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await running.db.insert(signingKeys).values({ keyId: 'ours-too', publicKey })
})
afterAll(() => running.stop())

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const accountClaims = () => ({
  email: account.email,
  userId: account.user.id,
  sessionId: String(claimsOf(account.session).session_id),
})

const MINUTE = 60

/** The answers of one of GoTrue's routes and one of ours to a token. */
async function answers(token: string) {
  const [theirs, ours] = [
    await call(running, 'GET', '/auth/v1/user', { token }),
    await call(running, 'GET', '/sessions', { token }),
  ]
  return [
    { status: theirs.status, code: theirs.code },
    { status: ours.status, code: ours.code },
  ]
}

const ACCEPTED = [{ status: 200 }, { status: 200 }]
const REFUSED = [
  { status: 403, code: 'bad_jwt' },
  { status: 401, code: 'unauthorized' },
]

test('An access token of ours is accepted', async () => {
  expect(await answers(account.session.access_token)).toMatchObject(ACCEPTED)
})

test('An access token that any published key signed is accepted', async () => {
  expect(await answers(signer.tokenFor(accountClaims()))).toMatchObject(ACCEPTED)
})

test.each([
  { what: 'another audience', claims: { audience: 'admins' } },
  { what: 'another issuer', claims: { issuer: 'https://walkon.example.evil/auth/v1' } },
  { what: 'another type', claims: { type: 'JWT' } },
  { what: 'an unpublished key', claims: { keyId: 'nobody' } },
  { what: 'an end in the past', claims: { expiresInSeconds: -1 } },
  { what: 'an end long ago', claims: { expiresInSeconds: -60 * MINUTE } },
])('An access token with $what is refused', async ({ claims }) => {
  expect(await answers(signer.tokenFor({ ...accountClaims(), ...claims }))).toEqual(REFUSED)
})

test('An access token of algorithm none is refused', async () => {
  const [, payload] = account.session.access_token.split('.')
  for (const alg of ['none', 'None', 'NONE', ''])
    for (const signature of ['', 'x'])
      expect(await answers(`${encode({ alg, typ: 'at+jwt' })}.${payload}.${signature}`)).toEqual(REFUSED)
})

test('An access token without its signature is refused', async () => {
  const [head, payload] = account.session.access_token.split('.')
  expect(await answers(`${head}.${payload}.`)).toEqual(REFUSED)
  expect(await answers(`${head}.${payload}`)).toEqual(REFUSED)
})

test('An access token signed by HMAC with the public key is refused', async () => {
  const [head, payload] = account.session.access_token.split('.')
  const forgedHead = encode({ ...decode(head), alg: 'HS256' })
  const [{ public_key: pem } = { public_key: '' }] = await running.db.execute<{ public_key: string }>(
    sql`select public_key from signing_keys where key_id = ${decode(head).kid}`,
  )
  for (const secret of [pem, pem.trim(), Buffer.from(pem.split('\n')[1] ?? '', 'base64')]) {
    const signature = createHmac('sha256', secret).update(`${forgedHead}.${payload}`).digest('base64url')
    expect(await answers(`${forgedHead}.${payload}.${signature}`)).toEqual(REFUSED)
  }
})

test('An access token that names our key but is signed with another is refused', async () => {
  const [head] = account.session.access_token.split('.')
  const stranger = createTestSigner(ISSUER)
  const forged = stranger.tokenFor({ ...accountClaims(), keyId: decode(head).kid })
  expect(await answers(forged)).toEqual(REFUSED)
})

test('An access token that brings its own key, or says where one is, is refused', async () => {
  const stranger = createTestSigner(ISSUER)
  const [head, payload, signature] = stranger.tokenFor(accountClaims()).split('.')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }
  for (const own of [{ jwk }, { jku: `${running.address}/keys` }, { x5u: `${running.address}/keys` }])
    expect(await answers(`${encode({ ...decode(head), ...own })}.${payload}.${signature}`)).toEqual(REFUSED)
})

test('An access token whose claims were changed is refused', async () => {
  const [head, payload, signature] = account.session.access_token.split('.')
  const changed = { ...decode(payload), app_metadata: { roles: ['admin'], aal_required: 'aal1' } }
  expect(await answers(`${head}.${encode(changed)}.${signature}`)).toEqual(REFUSED)
})

test.each([
  ['sub', { sub: 'nobody' }],
  ['session_id', { session_id: undefined }],
  ['roles', { app_metadata: { roles: ['owner'], aal_required: 'aal1' } }],
  ['aal', { aal: 'aal3' }],
])('An access token with a wrong %s is refused, although its signature is valid', async (_name, change) => {
  expect(await answers(signAgain({}))).toMatchObject(ACCEPTED)
  expect(await answers(signAgain(change))).toEqual(REFUSED)
})

/** Signs changed claims with a published key. */
function signAgain(change: object): string {
  const head = encode({ alg: 'EdDSA', typ: 'at+jwt', kid: 'ours-too' })
  const signed = `${head}.${encode({ ...claimsOf(account.session), ...change })}`
  return `${signed}.${sign(null, Buffer.from(signed), ownKey.privateKey).toString('base64url')}`
}

test('An access token that names a session of another user is refused', async () => {
  const outsider = await signUp(running)
  const mixed = signer.tokenFor({
    ...accountClaims(),
    sessionId: String(claimsOf(outsider.session).session_id),
  })
  expect(await call(running, 'GET', '/auth/v1/user', { token: mixed })).toMatchObject({
    status: 403,
    code: 'session_not_found',
  })
  expect(await call(running, 'GET', '/sessions', { token: mixed })).toMatchObject({ status: 401 })
})

test('An access token is refused once its session is over, although it has not expired', async () => {
  const { client, session } = await signUp(running)
  await client.signOut()
  expect(await answers(session.access_token)).toEqual([
    { status: 403, code: 'session_not_found' },
    { status: 401, code: 'unauthorized' },
  ])
})

test('An access token signed with a key that was taken back is refused', async () => {
  const token = signer.tokenFor(accountClaims())
  await running.db.execute(
    sql`update signing_keys set accept_until = ${running.now().toISOString()}::timestamptz where key_id = ${signer.keyId}`,
  )
  running.clock.offsetMs += 11_000
  expect(await answers(token)).toEqual(REFUSED)
})
