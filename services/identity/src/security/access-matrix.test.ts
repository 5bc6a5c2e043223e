import type { Access } from '@walkon/service/access'
import { createTestAccounts, type TestSigner } from '@walkon/testing/accounts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantRole } from '../db/roles.ts'
import { claimsOf, ISSUER, signUp, startIdentity, type TestIdentity } from '../testing/identity.ts'
import { call } from '../testing/requests.ts'

/** Every route there is, and for whom. A new one is not there until somebody has decided. */
const ROUTES: Record<string, Access> = {
  'GET /livez': 'operator',
  'GET /readyz': 'operator',
  'GET /metrics': 'operator',

  'POST /auth/v1/signup': 'public',
  'POST /auth/v1/token': 'public',
  'POST /auth/v1/verify': 'public',
  'GET /auth/v1/verify': 'public',
  'POST /auth/v1/recover': 'public',
  'POST /auth/v1/otp': 'public',
  'POST /auth/v1/resend': 'public',
  'GET /auth/v1/.well-known/jwks.json': 'public',
  'GET /auth/v1/settings': 'public',
  'GET /auth/v1/health': 'public',
  'GET /auth/v1/authorize': 'public',
  'POST /auth/v1/authorize': 'public',
  'GET /auth/v1/sso': 'public',
  'POST /auth/v1/sso': 'public',
  'GET /auth/v1/callback': 'public',
  'POST /auth/v1/callback': 'public',

  'GET /auth/v1/user': 'first-factor',
  'POST /auth/v1/logout': 'first-factor',
  'POST /auth/v1/factors/:factorId/challenge': 'first-factor',
  'POST /auth/v1/factors/:factorId/verify': 'first-factor',

  'PUT /auth/v1/user': 'account',
  'GET /auth/v1/reauthenticate': 'account',
  'POST /auth/v1/factors': 'account',
  'DELETE /auth/v1/factors/:factorId': 'account',

  'GET /sessions': 'account',
  'DELETE /sessions/:sessionId': 'account',
  'GET /export': 'account',
  'POST /account/deletion': 'account',

  'GET /users': 'admin',
  'PUT /users/:userId/roles/:role': 'admin',
  'DELETE /users/:userId/roles/:role': 'admin',
  'DELETE /users/:userId/factors': 'admin',
}

const WHO = ['nobody', 'garbage', 'expired', 'owes a factor', 'account', 'moderator', 'admin'] as const
type Who = (typeof WHO)[number]

const NOT_KNOWN: Who[] = ['nobody', 'garbage', 'expired']
const REFUSED: Record<Access, Who[]> = {
  public: [],
  operator: [],
  provider: [],
  caller: NOT_KNOWN,
  'first-factor': NOT_KNOWN,
  account: [...NOT_KNOWN, 'owes a factor'],
  moderator: [...NOT_KNOWN, 'owes a factor', 'account'],
  admin: [...NOT_KNOWN, 'owes a factor', 'account', 'moderator'],
}

let running: TestIdentity
let signer: TestSigner
beforeAll(async () => {
  running = await startIdentity()
  signer = await createTestAccounts(running.db, ISSUER)
})
afterAll(() => running.stop())

const tokens = new Map<Who, Promise<string | undefined>>()

/** Of a real account and session, which a request that ends it does not share. */
function tokenOf(who: Who, route: string): Promise<string | undefined> {
  const kept = tokens.get(who)
  const token = kept && !route.endsWith('/logout') ? kept : makeToken(who)
  if (!route.endsWith('/logout')) tokens.set(who, token)
  return token
}

async function makeToken(who: Who): Promise<string | undefined> {
  if (who === 'nobody') return undefined
  if (who === 'garbage') return 'gar.ba.ge'
  const { user, session, email } = await signUp(running)
  const account = { email, userId: user.id, sessionId: String(claimsOf(session).session_id) }
  if (who === 'expired') return signer.tokenFor({ ...account, expiresInSeconds: -1 })
  if (who === 'owes a factor')
    return signer.tokenFor({ ...account, aal: 'aal1', aalRequired: 'aal2', roles: ['admin'] })
  if (who === 'account') return signer.tokenFor(account)
  await grantRole(running.db, { userId: user.id, role: who, grantedBy: null, grantedAt: running.now() })
  return signer.tokenFor({ ...account, roles: [who] })
}

async function isRefused(route: string, who: Who): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ')
  const url = path.replace(':role', 'moderator').replace(/:\w+/g, () => randomUUID())
  const token = await tokenOf(who, route)
  const { status, code = '' } = await call(running, method as 'GET', url, {
    ...(token && { token }),
    ...(method !== 'GET' && { body: {} }),
  })
  const refusals = [
    'no_authorization',
    'bad_jwt',
    'unauthorized',
    'insufficient_aal',
    'insufficient-aal',
    'forbidden',
  ]
  expect(status).toBeLessThan(500)
  return refusals.includes(code)
}

describe('the routes', () => {
  test('are exactly those that somebody has decided about', () => {
    const found = running.routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`)
    expect(new Set(found)).toEqual(new Set(Object.keys(ROUTES)))
  })

  test('answer HEAD to nobody whom they do not answer GET', async () => {
    const isClosed = ({ url }: { url: string }) => REFUSED[ROUTES[`GET ${url}`] ?? 'admin'].includes('nobody')
    const closed = running.routes.filter((route) => route.method === 'HEAD' && isClosed(route))
    const answers = await Promise.all(closed.map(({ url }) => call(running, 'HEAD', url)))
    expect(answers.length).toBeGreaterThan(4)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  })
})

describe.each(Object.entries(ROUTES))('%s', (route, access) => {
  test(`is for: ${access}`, async () => {
    const refused: Who[] = []
    for (const who of WHO) if (await isRefused(route, who)) refused.push(who)
    expect(refused).toEqual(WHO.filter((who) => REFUSED[access].includes(who)))
  })
})
