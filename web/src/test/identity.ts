import { http, HttpResponse } from 'msw'
import { accessToken, gotrueRefusal } from './gotrue.ts'
import { server } from './server.ts'

type Factor = { id: string; status: 'verified' | 'unverified'; factor_type: 'totp'; friendly_name: string }

const FIRST_ID = '7b1f0c53-5b0a-4a9a-9a86-0f6d1f0b7a01'
export const PASSWORD = 'a long rope bridge'
export const MAIL_CODE = '246810'
export const APP_CODE = '135790'
export const LINK_TOKEN = 'l1nk-l1nk-l1nk'

/** The fields of identity's account that a test can set. */
export type Account = {
  email: string
  fullName: string
  displayName: string
  roles: string[]
  factors: Factor[]
  isConfirmed: boolean
  newEmail: string | null
  hasPassword: boolean
}

export const verifiedFactor: Factor = {
  id: '11111111-2222-4333-8444-555555555555',
  status: 'verified',
  factor_type: 'totp',
  friendly_name: 'Authenticator app',
}

/**
 * An identity service at its wire, with one account. Its cookie is not the browser's: `isSignedIn` says whether it would be sent.
 * `asked` holds every request as "METHOD path", with its body.
 */
export function serveIdentity(given: Partial<Account> & { isSignedIn?: boolean } = {}) {
  const identity = createIdentity(given)
  server.use(
    ...sessionRoutes(identity),
    ...mailRoutes(identity),
    ...userRoutes(identity),
    ...factorRoutes(identity),
  )
  return identity
}

type Identity = ReturnType<typeof createIdentity>

function createIdentity(given: Partial<Account> & { isSignedIn?: boolean }) {
  // Without a second factor the services refuse them.
  const hasDesk = !given.factors && given.roles?.some((role) => role === 'admin' || role === 'support')
  const assurance: 'aal1' | 'aal2' = hasDesk ? 'aal2' : 'aal1'
  const account: Account = {
    email: 'ana@example.com',
    fullName: 'Ana Ortiz',
    displayName: '',
    roles: [],
    factors: hasDesk ? [verifiedFactor] : [],
    isConfirmed: true,
    newEmail: null,
    hasPassword: true,
    ...given,
  }
  const identity = {
    account,
    asked: [] as { call: string; body: unknown; headers: Headers }[],
    isSignedIn: given.isSignedIn ?? false,
    assurance,
    issued: 0,
    linkIsSpent: false,
    /** The sign-in is not recent enough for a change of the factors. */
    needsProof: false,
    calls: () => identity.asked.map(({ call }) => call),
    bodyOf: (call: string) => identity.asked.findLast((request) => request.call === call)?.body,
  }
  return identity
}

/** A route that notes what it was asked. */
function route(
  identity: Identity,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  handle: (body: Record<string, string>, url: URL) => Response,
) {
  return http[method](`*/auth/v1${path}`, async ({ request }) => {
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const url = new URL(request.url)
    identity.asked.push({
      call: `${request.method} ${url.pathname.replace('/auth/v1', '')}${url.search}`,
      body,
      headers: request.headers,
    })
    return handle((body ?? {}) as Record<string, string>, url)
  })
}

const userOf = ({ account }: Identity) => ({
  id: FIRST_ID,
  aud: 'authenticated',
  role: 'authenticated',
  email: account.email,
  new_email: account.newEmail ?? undefined,
  app_metadata: {
    provider: 'email',
    providers: ['email'],
    roles: account.roles,
    has_password: account.hasPassword,
  },
  user_metadata: { full_name: account.fullName, display_name: account.displayName },
  factors: account.factors,
  created_at: '2026-01-01T00:00:00Z',
})

function startSession(identity: Identity, assurance: 'aal1' | 'aal2' = 'aal1', method = 'password') {
  identity.isSignedIn = true
  identity.assurance = assurance
  identity.issued += 1
  return HttpResponse.json({
    access_token: accessToken(identity.issued, assurance, method),
    token_type: 'bearer',
    expires_in: 300,
    expires_at: Math.floor(Date.now() / 1000) + 300,
    refresh_token: 'cookie',
    user: userOf(identity),
  })
}

function sessionRoutes(identity: Identity) {
  const { account } = identity
  return [
    route(identity, 'post', '/token', ({ email, password }, url) => {
      if (url.searchParams.get('grant_type') === 'refresh_token') {
        if (identity.isSignedIn) return startSession(identity, identity.assurance)
        return gotrueRefusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
      }
      if (email !== account.email || password !== PASSWORD) {
        return gotrueRefusal(400, 'invalid_credentials', 'Invalid login credentials')
      }
      if (!account.isConfirmed) return gotrueRefusal(400, 'email_not_confirmed', 'Email not confirmed')
      return startSession(identity)
    }),
    route(identity, 'post', '/logout', () => {
      identity.isSignedIn = false
      return new HttpResponse(null, { status: 204 })
    }),
  ]
}

/** Routes that send a mail, and those of its link or code. */
function mailRoutes(identity: Identity) {
  const { account } = identity
  return [
    route(identity, 'post', '/signup', ({ email }) =>
      HttpResponse.json({ ...userOf(identity), id: crypto.randomUUID(), email, identities: [] }),
    ),
    ...['/recover', '/otp', '/resend'].map((path) =>
      route(identity, 'post', path, () => HttpResponse.json({})),
    ),
    route(identity, 'post', '/verify', ({ token, token_hash: hash, type }) => {
      const isRight = token === undefined ? hash === LINK_TOKEN && !identity.linkIsSpent : token === MAIL_CODE
      if (!isRight) return gotrueRefusal(403, 'otp_expired', 'Email link is invalid or has expired')
      identity.linkIsSpent = true
      account.isConfirmed = true
      if (type === 'email_change' && account.newEmail) return HttpResponse.json({ msg: 'half', code: '200' })
      return startSession(identity, 'aal1', type === 'signup' ? 'email/signup' : 'otp')
    }),
  ]
}

function userRoutes(identity: Identity) {
  const { account } = identity
  return [
    route(identity, 'get', '/reauthenticate', () => HttpResponse.json({})),
    route(identity, 'get', '/user', () => HttpResponse.json(userOf(identity))),
    route(identity, 'put', '/user', (body) => {
      const { full_name: fullName = account.fullName, display_name: displayName = account.displayName } =
        (body['data'] ?? {}) as unknown as Record<string, string>
      Object.assign(account, { fullName, displayName, newEmail: body['email'] ?? account.newEmail })
      const refused = body['password'] && refuseProof(identity, body)
      if (refused) return refused
      if (body['password']) account.hasPassword = true
      return HttpResponse.json(userOf(identity))
    }),
  ]
}

function factorRoutes(identity: Identity) {
  const { account } = identity
  return [
    route(identity, 'post', '/factors', ({ friendly_name: name = '', ...proof }) => {
      const refused = refuseProof(identity, proof)
      if (refused) return refused
      const id = crypto.randomUUID()
      account.factors = [
        ...account.factors,
        { ...verifiedFactor, id, status: 'unverified', friendly_name: name },
      ]
      const totp = {
        qr_code: '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#000"/></svg>',
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Walkon',
      }
      return HttpResponse.json({ id, type: 'totp', friendly_name: name, totp })
    }),
    route(identity, 'post', '/factors/:id/challenge', () =>
      HttpResponse.json({ id: crypto.randomUUID(), type: 'totp', expires_at: Date.now() / 1000 + 300 }),
    ),
    route(identity, 'post', '/factors/:id/verify', ({ code }, url) => {
      if (code !== APP_CODE) {
        return gotrueRefusal(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
      }
      const id = url.pathname.split('/').at(-2)
      account.factors = account.factors.map((factor) =>
        factor.id === id ? { ...factor, status: 'verified' } : factor,
      )
      return startSession(identity, 'aal2')
    }),
    route(identity, 'delete', '/factors/:id', (proof, url) => {
      const id = url.pathname.split('/').at(-1)
      const isVerified = account.factors.some((factor) => factor.id === id && factor.status === 'verified')
      const refused = isVerified && refuseProof(identity, proof)
      if (refused) return refused
      account.factors = account.factors.filter((factor) => factor.id !== id)
      return HttpResponse.json({ id })
    }),
  ]
}

function refuseProof({ needsProof, account }: Identity, given: Record<string, string>): Response | null {
  const { current_password: password, nonce } = given
  const isMissing = password === undefined && nonce === undefined
  const isRight = nonce === MAIL_CODE || (account.hasPassword && password === PASSWORD)
  if (isMissing ? !needsProof : isRight) return null
  return isMissing
    ? gotrueRefusal(400, 'reauthentication_needed', 'This change requires reauthentication.')
    : gotrueRefusal(422, 'reauthentication_not_valid', 'Nonce or current password has expired')
}

/** The browser has been signed in before: it will ask. */
export const wasSignedIn = () => localStorage.setItem('walkon.signed-in', '1')
