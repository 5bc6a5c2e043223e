import { ACCESS_TOKEN_TYPE } from '@walkon/service/access-tokens'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { HttpApp } from '@walkon/service/http'
import { randomUUID } from 'node:crypto'
import { toAccessTokenClaims } from './access-token-claims.ts'
import type { Settings } from './config.ts'
import {
  deleteSession,
  findAnySession,
  findSession,
  insertSession,
  rotate,
  type SessionLife,
  type SessionRow,
} from './db/sessions.ts'
import { readUserDetails } from './db/user-details.ts'
import { findUser, saveUser, type UserRow } from './db/users.ts'
import { toMethod, type AuthenticationMethod } from './domain/authentication.ts'
import { decideRefresh } from './domain/refresh.ts'
import { readRefreshToken, writeRefreshToken } from './refresh-tokens.ts'
import type { Mac } from './sealing.ts'
import type { SigningKeys } from './signing-keys.ts'
import { toUserView } from './user-view.ts'

/** A session as GoTrue answers it. */
export type IssuedSession = Awaited<ReturnType<SessionIssuing['start']>>

export type SessionIssuing = ReturnType<typeof createSessionIssuing>

export type SessionIssuingDeps = {
  app: HttpApp
  db: Database
  settings: Settings
  signingKeys: SigningKeys
  refreshMac: Mac
  now: () => Date
}

const DAY_MS = 86_400_000
const TOKEN_HEADER = { typ: ACCESS_TOKEN_TYPE, alg: 'EdDSA' }

/** Everything that hands out tokens. */
export function createSessionIssuing(deps: SessionIssuingDeps) {
  const { app, db, settings, signingKeys, refreshMac, now } = deps
  const { AUTH_ISSUER: issuer, ACCESS_TOKEN_SECONDS: lifetimeSeconds } = settings

  const life = (at: Date): SessionLife => ({
    now: at,
    idleSince: new Date(at.getTime() - settings.SESSION_IDLE_DAYS * DAY_MS),
  })

  async function issue(tx: Queryable, session: SessionRow, user: UserRow, at: Date) {
    const details = await readUserDetails(tx, user, at)
    const { keyId: kid, privateKey: key } = await signingKeys.current(tx)
    const claims = toAccessTokenClaims(session, details, { issuer, lifetimeSeconds, issuedAt: at })
    return {
      access_token: app.jwt.sign(claims, { algorithm: 'EdDSA', key, kid, header: TOKEN_HEADER }),
      token_type: 'bearer' as const,
      expires_in: lifetimeSeconds,
      expires_at: claims.exp,
      refresh_token: writeRefreshToken(refreshMac, {
        sessionId: session.id,
        counter: session.refreshCounter,
      }),
      user: toUserView(details),
    }
  }

  return {
    life: () => life(now()),

    /** A new session for somebody who has just shown who they are. */
    async start(tx: Transaction, user: UserRow, method: AuthenticationMethod['method'], device: string) {
      const at = now()
      const session = await insertSession(tx, {
        id: randomUUID(),
        userId: user.id,
        assurance: 'aal1',
        methods: [toMethod(method, at)],
        device,
        createdAt: at,
        refreshedAt: at,
        endsAt: new Date(at.getTime() + settings.SESSION_DAYS * DAY_MS),
      })
      await saveUser(tx, user.id, { lastSignInAt: at }, at)
      return issue(tx, session, { ...user, lastSignInAt: at, updatedAt: at }, at)
    },

    /** The session as it is now, with fresh tokens. */
    again: (tx: Queryable, session: SessionRow, user: UserRow) => issue(tx, session, user, now()),

    /**
     * New tokens for a refresh token. Throws GoTrue's `refresh_token_not_found`, `session_expired`, and for a token that
     * was copied `refresh_token_already_used`; its whole family is over then.
     */
    async refresh(token: string) {
      const at = now()
      const presented = readRefreshToken(refreshMac, token)
      if (!presented) throw refreshRefused('refresh_token_not_found', 'Refresh Token Not Found')
      const { sessionId, counter } = presented
      const session =
        (await rotate(db, sessionId, counter, life(at))) ?? (await repeat(sessionId, counter, at))
      const user = await findUser(db, session.userId)
      if (!user) throw refreshRefused('refresh_token_not_found', 'Refresh Token Not Found')
      return issue(db, session, user, at)
    },
  }

  async function repeat(sessionId: string, counter: number, at: Date): Promise<SessionRow> {
    const session = await findAnySession(db, sessionId)
    if (!session) throw refreshRefused('refresh_token_not_found', 'Refresh Token Not Found')
    if (!(await findSession(db, sessionId, life(at))))
      throw refreshRefused('session_expired', 'Session Expired')
    if (decideRefresh(counter, session.refreshCounter) !== 'reuse') return session
    await deleteSession(db, session.userId, sessionId)
    throw refreshRefused('refresh_token_already_used', 'Already Used')
  }
}

const refreshRefused = (code: string, problem: string) =>
  new AppError(400, code, `Invalid Refresh Token: ${problem}`)
