import { accountOf } from '@walkon/service/access'
import type { Database } from '@walkon/service/database'
import type { AppError } from '@walkon/service/errors'
import type { FastifyRequest } from 'fastify'
import { findSession, type SessionRow } from '../db/sessions.ts'
import { findUser, type UserRow } from '../db/users.ts'
import type { SessionLife } from '../domain/session-life.ts'

/**
 * Whose request it is, as of now: a token lives on for minutes, but identity knows at once that its session is over.
 */
export type CurrentSession = (request: FastifyRequest) => Promise<{ user: UserRow; session: SessionRow }>

export function readCurrentSession(
  db: Database,
  life: () => SessionLife,
  refuse: (what: 'session' | 'user') => AppError,
): CurrentSession {
  return async (request) => {
    const { userId, sessionId, assurance } = accountOf(request)
    const session = await findSession(db, sessionId, life())
    if (!session || session.userId !== userId) throw refuse('session')
    const user = await findUser(db, userId)
    if (!user) throw refuse('user')
    // A token is worth what had been shown when it was issued.
    return { user, session: { ...session, assurance } }
  }
}
