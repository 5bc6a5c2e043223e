import { callerOf, type Access } from '@walkon/service/access'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { createSealedTokens } from '@walkon/service/sealed-tokens'
import { createTestAccounts, createTestSigner, type TestAccount } from '@walkon/testing/accounts'
import { createTestDatabase } from '@walkon/testing/database'
import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findSigningKey } from './signing-keys.ts'

const { db, drop } = await createTestDatabase('shop', join(import.meta.dirname, '../migrations'))
const ISSUER = 'https://walkon.example/auth/v1'
const EMAIL = 'ada@example.com'
const linkKeys = [new Uint8Array(randomBytes(32))]
const links = createSealedTokens('manage', linkKeys)
const accounts = await createTestAccounts(db, ISSUER)

const ACCESSES: Access[] = [
  'public',
  'caller',
  'account',
  'first-factor',
  'moderator',
  'admin',
  'provider',
  'optional-caller',
  'proven-admin',
]

const log = createLog({ service: 'shop', level: 'silent' })

/** A service with a route of each kind of access, which answers whom it takes the caller for. */
const app = createHttpApp({
  service: 'shop',
  log,
  metrics: createMetrics('shop'),
  openLink: (token) => links.open(token, new Date()),
  accessTokens: { issuer: ISSUER, findKey: findSigningKey(db, () => new Date()), now: () => new Date() },
})
for (const access of ACCESSES) {
  const isOpen = ['public', 'provider'].includes(access)
  app.get(`/${access}`, { config: { access } }, async (request) => {
    if (access === 'optional-caller') return request.caller?.email ?? 'no caller'
    return isOpen ? '' : callerOf(request).email
  })
}
afterAll(async () => {
  await app.close()
  await drop()
})

const call = (access: Access, authorization: string | undefined) =>
  app.inject({ url: `/${access}`, headers: authorization === undefined ? {} : { authorization } })

const as = (account: Partial<TestAccount> = {}) => `Bearer ${accounts.tokenFor({ email: EMAIL, ...account })}`

const linkFor = async (purpose: 'manage' | 'unsubscribe', expiresInSeconds = 60) =>
  `Bearer ${await createSealedTokens(purpose, linkKeys).seal(EMAIL, { expiresInSeconds, now: new Date() })}`

/** A good token with another head, and the signature that an attacker without the key could make. */
function forged(head: object, sign: (signed: string) => string): string {
  const [, claims = ''] = accounts.tokenFor({ email: EMAIL }).split('.')
  const signed = `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${claims}`
  return `Bearer ${signed}.${sign(signed)}`
}

const kid = accounts.keyId
const NOTHING = [200, 401, 401, 401, 401, 401, 200, 401, 401]

/** The answers of the routes, in the order of `ACCESSES`. */
const MATRIX: [who: string, authorization: string | undefined, statuses: number[]][] = [
  ['a caller without a token', undefined, NOTHING.with(7, 200)],
  ['the holder of a manage link', await linkFor('manage'), [200, 200, 401, 401, 401, 401, 200, 200, 401]],
  ['the holder of a manage link that has expired', await linkFor('manage', -60), NOTHING],
  ['the holder of a link for something else', await linkFor('unsubscribe'), NOTHING],
  ['an account', as(), [200, 200, 200, 200, 403, 403, 200, 200, 403]],
  [
    'an account with both factors',
    as({ aal: 'aal2', aalRequired: 'aal2' }),
    [200, 200, 200, 200, 403, 403, 200, 200, 403],
  ],
  [
    'an account that owes its second factor',
    as({ aalRequired: 'aal2' }),
    [200, 403, 403, 200, 403, 403, 200, 403, 403],
  ],
  ['a moderator', as({ roles: ['moderator'] }), [200, 200, 200, 200, 200, 403, 200, 200, 403]],
  [
    'an admin with two factors',
    as({ roles: ['admin'], aal: 'aal2', aalRequired: 'aal2' }),
    [200, 200, 200, 200, 200, 200, 200, 200, 200],
  ],
  [
    'an admin without a second factor',
    as({ roles: ['admin'] }),
    [200, 200, 200, 200, 200, 403, 200, 200, 403],
  ],
  [
    'an admin who owes the second factor',
    as({ roles: ['admin'], aalRequired: 'aal2' }),
    [200, 403, 403, 200, 403, 403, 200, 403, 403],
  ],
  ['a token that has expired', as({ roles: ['admin'], expiresInSeconds: -1 }), NOTHING],
  ['a token of another issuer', as({ roles: ['admin'], issuer: 'https://evil.example/auth/v1' }), NOTHING],
  ['a token for another audience', as({ roles: ['admin'], audience: 'anon' }), NOTHING],
  ['a token of another type', as({ roles: ['admin'], type: 'JWT' }), NOTHING],
  ['a token of a key that identity did not publish', as({ roles: ['admin'], keyId: 'another' }), NOTHING],
  [
    'a token that another key signed in the name of ours',
    `Bearer ${createTestSigner(ISSUER).tokenFor({ email: EMAIL, roles: ['admin'], keyId: kid })}`,
    NOTHING,
  ],
  ['a token without a signature', forged({ alg: 'none', typ: 'at+jwt', kid }, () => ''), NOTHING],
  [
    'a token that is signed with the public key as a secret',
    forged({ alg: 'HS256', typ: 'at+jwt', kid }, (signed) =>
      createHmac('sha256', accounts.publicKey).update(signed).digest('base64url'),
    ),
    NOTHING,
  ],
  ['a token that names no key', forged({ alg: 'EdDSA', typ: 'at+jwt' }, () => 'AAAA'), NOTHING],
  ['a role that does not exist', as({ roles: ['owner' as 'admin'] }), NOTHING],
  ['no token at all behind the scheme', 'Bearer ', NOTHING],
  ['what is no token', 'Bearer a.b.c', NOTHING],
  ['a good token in another scheme', as().replace('Bearer', 'Basic'), NOTHING],
]

const CASES = MATRIX.flatMap(([who, authorization, statuses]) =>
  ACCESSES.map((access, index) => ({ who, authorization, access, status: statuses[index] })),
)

test.for(CASES)('$status: the rule $access answers $who', async ({ access, authorization, status }) => {
  expect((await call(access, authorization)).statusCode).toBe(status)
})

test('200: the caller is whose address the link or the token names', async () => {
  expect((await call('caller', await linkFor('manage'))).body).toBe(EMAIL)
  expect((await call('caller', as({ email: 'oscar@example.com' }))).body).toBe('oscar@example.com')
})

test('200: a route that needs no caller knows the one who shows a proof', async () => {
  expect((await call('optional-caller', await linkFor('manage'))).body).toBe(EMAIL)
  expect((await call('optional-caller', undefined)).body).toBe('no caller')
})

test('403: the refusal says whether the second factor or the role is missing', async () => {
  expect((await call('admin', as({ aalRequired: 'aal2' }))).json()).toMatchObject({
    code: 'insufficient-aal',
  })
  expect((await call('admin', as())).json()).toMatchObject({
    code: 'forbidden',
    detail: 'You need admin privileges',
  })
})

test('403: a code of the authenticator app that is six minutes old is not enough for what lasts', async () => {
  const admin = { roles: ['admin'], aal: 'aal2', aalRequired: 'aal2' } as const
  const shown = (minutesAgo: number) =>
    as({ ...admin, roles: ['admin'], factorShownAt: new Date(Date.now() - minutesAgo * 60_000) })

  expect((await call('proven-admin', shown(6))).json()).toMatchObject({ code: 'fresh-factor-needed' })
  expect((await call('proven-admin', shown(4))).statusCode).toBe(200)
})

test('a route that is added to an app without an access rule throws, so that the service does not start', () => {
  const withoutRule = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })

  expect(() => withoutRule.get('/without-a-rule', async () => 'open')).toThrow(
    'GET /without-a-rule has no access rule',
  )
})

test('a route of a plugin without an access rule keeps the service from starting', async () => {
  const withoutRule = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  withoutRule.register(async (routes) => {
    routes.get('/without-a-rule', async () => 'open')
  })

  await expect(withoutRule.ready()).rejects.toThrow('GET /without-a-rule has no access rule')
})

test('500: a route that has lost its access rule answers no caller', async () => {
  const stripped = createHttpApp({ service: 'shop', log, metrics: createMetrics('shop') })
  stripped.addHook('onRoute', (route) => {
    route.config = {}
  })
  stripped.get('/stripped', { config: { access: 'public' } }, async () => 'open')

  expect((await stripped.inject('/stripped')).statusCode).toBe(500)
})

test('404: an address without a route needs no rule', async () => {
  expect((await app.inject('/nothing-is-here')).statusCode).toBe(404)
})
