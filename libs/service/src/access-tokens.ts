import jwt from '@fastify/jwt'
import { role, type Role } from '@walkon/contracts/http/identity'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError, isInfrastructureFault } from './errors.ts'

/** The public key of that id, in PEM. `none-known` means that this service has not heard of any key yet. */
export type FindKey = (keyId: string) => Promise<{ publicKey: string } | 'unknown' | 'none-known'>

export type FindRoles = (token: Pick<Account, 'userId' | 'roles' | 'knownAt'>) => Promise<Role[]>

export type AccessTokenRules = {
  /** The issuer: identity's public address, `https://…/auth/v1`. */
  issuer: string
  findKey: FindKey
  now: () => Date
  /** True if the account is deleted: its token works for minutes after. */
  isErased?: (userId: string) => Promise<boolean>
  /** The roles that a token may still use; asked for tokens that name a role. */
  findRoles?: FindRoles
  /** For the issuer alone: what `app.jwt.sign` signs with, in PEM. */
  findPrivateKey?: () => Promise<string>
}

export const ACCESS_TOKEN_AUDIENCE = 'authenticated'
export const ACCESS_TOKEN_TYPE = 'at+jwt'

/** How well a session has shown whose it is: one factor, or two. */
const assurance = z.enum(['aal1', 'aal2'])
export type Assurance = z.output<typeof assurance>

/** The claims of a token that we read. GoTrue's names, with ours in `app_metadata`, which only identity writes. */
const claims = z.object({
  sub: z.uuid(),
  email: z.email(),
  session_id: z.uuid(),
  iat: z.number(),
  aal: assurance,
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
  app_metadata: z.object({ roles: z.array(role), aal_required: assurance }),
  user_metadata: z.object({ display_name: z.string().optional() }),
})

/** A signed-in account. */
export type Account = {
  userId: string
  /** Confirmed, lower-cased. */
  email: string
  /** The name under their reviews; null for "Anonymous". */
  displayName: string | null
  sessionId: string
  /** When the token was issued: it names the address of that instant. */
  knownAt: Date
  roles: Role[]
  assurance: Assurance
  /** When the session last showed a code of the authenticator app, as of this token; null if it has not. */
  factorShownAt: Date | null
  /** False while an account with a second factor has shown only the first. */
  isAssured: boolean
}

/** Adds `request.jwtVerify()`. Only EdDSA, only our issuer, audience and type, and only keys that identity published. */
export async function registerAccessTokens(app: FastifyInstance, rules: AccessTokenRules): Promise<void> {
  const { findPrivateKey } = rules
  await app.register(jwt, {
    secret: {
      public: (_request: FastifyRequest, token: unknown) => findPublicKey(rules, token),
      ...(findPrivateKey && { private: findPrivateKey }),
    },
    sign: { algorithm: 'EdDSA' },
    decode: { complete: true },
    verify: {
      algorithms: ['EdDSA'],
      allowedIss: rules.issuer,
      allowedAud: ACCESS_TOKEN_AUDIENCE,
      checkTyp: ACCESS_TOKEN_TYPE,
      requiredClaims: ['exp', 'iat', 'iss', 'aud', 'sub'],
    },
  })
}

const tokenHead = z.object({ header: z.object({ kid: z.string() }) })

async function findPublicKey({ findKey }: AccessTokenRules, token: unknown): Promise<string> {
  const head = tokenHead.safeParse(token)
  const key = head.success ? await findKey(head.data.header.kid) : 'unknown'
  // Right after the very first start a token can be here before the key it was signed with.
  if (key === 'none-known')
    throw new AppError('unavailable', 'We are busy for a moment. Please try again.', {
      retryAfterSeconds: 1,
    })
  if (key === 'unknown') throw new AppError('unauthorized', 'This token is not signed by us')
  return key.publicKey
}

/** The account of a token that holds; null for any other. Throws only what a retry may mend. */
export async function readAccessToken(request: FastifyRequest): Promise<Account | null> {
  try {
    const { success, data } = claims.safeParse(await request.jwtVerify())
    if (!success) return null
    const { sub, email, session_id, iat, aal, amr, app_metadata, user_metadata } = data
    return {
      userId: sub,
      email,
      displayName: user_metadata.display_name ?? null,
      sessionId: session_id,
      knownAt: new Date(iat * 1_000),
      roles: app_metadata.roles,
      assurance: aal,
      factorShownAt: lastShown(amr),
      isAssured: aal === 'aal2' || app_metadata.aal_required === 'aal1',
    }
  } catch (error) {
    if (isInfrastructureFault(error) || (error instanceof AppError && error.status >= 500)) throw error
    return null
  }
}

function lastShown(amr: z.output<typeof claims>['amr']): Date | null {
  const shown = amr.filter(({ method }) => method === 'totp').map(({ timestamp }) => timestamp)
  return shown.length === 0 ? null : new Date(Math.max(...shown) * 1_000)
}
