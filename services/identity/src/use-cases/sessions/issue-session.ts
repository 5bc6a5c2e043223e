import { ACCESS_TOKEN_AUDIENCE } from '@walkon/service/access-tokens'
import type { Queryable, Transaction } from '@walkon/service/database'
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../config.ts'
import { insertSession, type SessionRow } from '../../db/sessions.ts'
import { readUserDetails } from '../../db/user-details.ts'
import { saveUser, type UserRow } from '../../db/users.ts'
import { toAccessTokenClaims, type AccessTokenClaims } from '../../domain/access-token-claims.ts'
import { toMethod, type AuthenticationMethod } from '../../domain/authentication.ts'
import { toSessionEnd } from '../../domain/session-life.ts'
import { toUserView } from '../../domain/user-view.ts'
import type { Mac } from '../../secrets/macs.ts'
import { writeRefreshToken } from '../../secrets/refresh-tokens.ts'
import type { CountSignIn } from '../../metrics/sign-ins.ts'
import type { SigningKey, SigningKeys } from '../keys/find-signing-key.ts'

/** A session as GoTrue answers it, whether a body may hold its refresh token, and whether it owes its second factor. */
export type IssuedSession = Awaited<ReturnType<typeof issueSession>>

export type SessionOrigin = {
  /** `Chrome on Android`. */
  device: string
  /** Its refresh token lives in a cookie that no script reads, and never comes in a body. */
  startedInBrowser: boolean
}

export type SessionDeps = {
  settings: Settings
  signingKeys: SigningKeys
  signToken: (claims: AccessTokenClaims, key: SigningKey) => string
  refreshMac: Mac
  countSignIn: CountSignIn
  now: () => Date
}

/** New tokens for the session as it is now. No other function issues tokens. */
export async function issueSession(deps: SessionDeps, tx: Queryable, session: SessionRow, user: UserRow) {
  const { settings, signingKeys, signToken, refreshMac, now } = deps
  const { AUTH_ISSUER: issuer, ACCESS_TOKEN_SECONDS: lifetimeSeconds } = settings
  const issuedAt = now()
  const details = await readUserDetails(tx, user, issuedAt)
  const terms = { issuer, audience: ACCESS_TOKEN_AUDIENCE, lifetimeSeconds, issuedAt }
  const claims = toAccessTokenClaims(session, details, terms)
  const body = {
    access_token: signToken(claims, await signingKeys.current(tx)),
    token_type: 'bearer' as const,
    expires_in: lifetimeSeconds,
    expires_at: claims.exp,
    refresh_token: writeRefreshToken(refreshMac, { sessionId: session.id, counter: session.refreshCounter }),
    user: toUserView(details),
  }
  const owesFactor = claims.app_metadata.aal_required === 'aal2' && session.assurance === 'aal1'
  return { body, startedInBrowser: session.startedInBrowser, owesFactor }
}

/** A new session, right after the user signed in by `method`. */
export async function startSession(
  deps: SessionDeps,
  tx: Transaction,
  user: UserRow,
  method: AuthenticationMethod['method'],
  origin: SessionOrigin,
): Promise<IssuedSession> {
  const at = deps.now()
  const session = await insertSession(tx, {
    id: randomUUID(),
    userId: user.id,
    assurance: 'aal1',
    methods: [toMethod(method, at)],
    ...origin,
    createdAt: at,
    refreshedAt: at,
    endsAt: toSessionEnd(at, deps.settings.SESSION_DAYS),
  })
  await saveUser(tx, user.id, { lastSignInAt: at }, at)
  const issued = await issueSession(deps, tx, session, { ...user, lastSignInAt: at, updatedAt: at })
  deps.countSignIn(method)
  return issued
}
