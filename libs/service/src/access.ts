import type { Role } from '@walkon/contracts/http/identity'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import {
  readAccessToken,
  registerAccessTokens,
  type AccessTokenRules,
  type Account,
} from './access-tokens.ts'
import { AppError, unauthorized } from './errors.ts'

/**
 * The callers of a route. Every route names one; a route without one cannot be added to an app.
 * - `public`: every client.
 * - `optional-caller`: every client; a request that shows a token must show a valid one, and is then its caller's.
 * - `caller`: a client who has shown which address is theirs, by account or by the manage link of a mail.
 * - `account`: a client who is signed in, with both factors if the account has two.
 * - `first-factor`: a client who is signed in and may still owe the second factor; for that step alone.
 * - `moderator`: an account with that role, or an admin.
 * - `support`: an account of the support desk, or an admin; either has shown a second factor.
 * - `admin`: an admin who has shown a second factor.
 * - `proven-admin`: the same, by a code of the app that is at most five minutes old: for what lasts, such as a role or an erasure.
 * - `provider`: another company's webhook; the route itself checks its secret or signature.
 */
export type Access =
  | 'public'
  | 'optional-caller'
  | 'caller'
  | 'account'
  | 'first-factor'
  | 'moderator'
  | 'support'
  | 'admin'
  | 'proven-admin'
  | 'provider'

/**
 * The visitor whose data a request is about: the address's holder at that instant. Queries take the address from here, never from the
 * request.
 */
export type Caller = {
  email: string
  knownAt: Date
  /** Set for a link that opens the alerts of one park alone. Only routes that say `opensPark` hear of such a caller. */
  parkId?: string
}

/** True if the caller is signed in, rather than known by the link of a mail. */
export const isAccount = (caller: Caller): caller is Account => 'userId' in caller

/** Reads the sealed token of a link in a mail; null if it proves nothing. */
export type OpenLink = (token: string) => Promise<Caller | null>

export type AccessOptions = {
  /** Without it no link of a mail is accepted. */
  openLink?: OpenLink
  /** Without it no client is signed in here. */
  accessTokens?: AccessTokenRules
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The route is also for a link that opens the alerts of one park, and looks at no other park for it. */
    opensPark?: boolean
  }
  interface FastifyRequest {
    caller: Caller | null
    account: Account | null
  }
}

/**
 * Adding a route without an access rule throws, so that the service does not start. A hook of the app itself, before any plugin is loaded.
 * Fastify calls the hooks of a plugin only for routes that are added after it.
 */
export function requireAccessRules(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method.toString()} ${url} has no access rule`)
  })
}

export const accessRules = fp<AccessOptions>(async (app, { openLink, accessTokens }) => {
  app.decorateRequest('caller', null)
  app.decorateRequest('account', null)
  if (accessTokens) await registerAccessTokens(app, accessTokens)

  app.addHook('onRequest', async (request) => {
    const { access, opensPark = false } = request.routeOptions.config
    if (request.is404) return
    if (!access) throw new Error(`${request.routeOptions.url} has no access rule`)
    if (OPEN.has(access)) return
    if (access === 'optional-caller' && request.headers.authorization === undefined) return
    const token = bearerToken(request)
    if (token === null) throw unauthorized()
    if (isLinkToken(token)) {
      if (access !== 'caller' && access !== 'optional-caller') throw unauthorized()
      request.caller = (await openLink?.(token)) ?? null
      if (request.caller?.parkId !== undefined && !opensPark)
        throw new AppError('opens-one-park', 'This key opens the alerts of one park alone')
    } else if (accessTokens) {
      request.account = await readStandingAccount(request, accessTokens)
      request.caller = request.account
    }
    if (!request.caller) throw unauthorized()
    if (request.account && accessTokens) demand(access, request.account, accessTokens.now())
  })
})

async function readStandingAccount(
  request: FastifyRequest,
  { isErased, findRoles }: AccessTokenRules,
): Promise<Account | null> {
  const account = await readAccessToken(request)
  if (!account || (await isErased?.(account.userId))) return null
  if (!findRoles || account.roles.length === 0) return account
  return { ...account, roles: await findRoles(account) }
}

/** Without a token, or with one that the route itself looks at. */
const OPEN: ReadonlySet<Access> = new Set(['public', 'provider'])

const NAMES = { admin: 'Admins need', support: 'The support desk needs' } as const

/** The roles that a rule is for; admins are let in by each of them. */
const ROLES = {
  moderator: 'moderator',
  support: 'support',
  admin: 'admin',
  'proven-admin': 'admin',
} as const satisfies Partial<Record<Access, Role>>

const isForRole = (access: Access): access is keyof typeof ROLES => Object.hasOwn(ROLES, access)

function demand(access: Access, account: Account, now: Date): void {
  if (access === 'first-factor') return
  if (!account.isAssured)
    throw new AppError('insufficient-aal', 'Enter the code of your authenticator app first')
  if (!isForRole(access)) return
  const role = ROLES[access]
  if (!account.roles.includes('admin') && !account.roles.includes(role))
    throw new AppError('forbidden', `You need ${role} privileges`)
  if (role !== 'moderator' && account.assurance !== 'aal2')
    throw new AppError('insufficient-aal', `${NAMES[role]} a second factor: set up an authenticator app`)
  if (access === 'proven-admin' && !isFresh(account.factorShownAt, now))
    throw new AppError('fresh-factor-needed', 'Enter a new code of your authenticator app')
}

/** As long as an access token works: one that is stolen later is not enough. */
const FRESH_MS = 5 * 60_000

const isFresh = (shownAt: Date | null, now: Date): boolean =>
  shownAt !== null && now.getTime() - shownAt.getTime() <= FRESH_MS

function bearerToken({ headers }: FastifyRequest): string | null {
  const [scheme, token, ...rest] = headers.authorization?.split(' ') ?? []
  // RFC 9110, section 11.1: the case of a scheme does not matter.
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}

/** A sealed token is a JWE of five parts, an access token a JWS of three. */
const isLinkToken = (token: string) => token.split('.').length === 5

/** The caller of a route whose access is `caller`, or one that needs an account. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw unauthorized()
  return request.caller
}

/** The account of a route that needs one. */
export function accountOf(request: FastifyRequest): Account {
  if (!request.account) throw unauthorized()
  return request.account
}
