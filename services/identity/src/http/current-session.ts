import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { FastifyRequest } from 'fastify'
import { hasVerifiedFactor } from '../db/factors.ts'
import { findSession, type SessionRow } from '../db/sessions.ts'
import { findUser, type UserRow } from '../db/users.ts'
import type { SessionLife } from '../domain/session-life.ts'

/**
 * The account and the session of a request, from their records. An access token is valid for minutes after its session ended, its account
 * was deleted or a second factor was added. The records say so at once.
 */
export type CurrentSession = (request: FastifyRequest) => Promise<{ user: UserRow; session: SessionRow }>

/** `refuse` makes the error for a session or a user that is gone. */
export function readCurrentSession(
  db: Database,
  life: () => SessionLife,
  refuse: (what: 'session' | 'user') => AppError,
): CurrentSession {
  return async (request) => {
    const { userId, sessionId, assurance } = accountOf(request)
    const session = await findSession(db, sessionId, life())
    if (!session || session.userId !== userId) throw refuse('session')
    const [user, asksForFactor] = await Promise.all([findUser(db, userId), hasVerifiedFactor(db, userId)])
    if (!user) throw refuse('user')
    const mayOweFactor = request.routeOptions.config.access === 'first-factor'
    if (asksForFactor && assurance === 'aal1' && !mayOweFactor)
      throw new AppError('insufficient-aal', 'Enter the code of your authenticator app first')
    // The token's assurance, not the row's: the session may have been raised after this token was issued.
    return { user, session: { ...session, assurance } }
  }
}
