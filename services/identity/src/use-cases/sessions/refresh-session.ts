import type { GoTrueCode } from '@walkon/contracts/http/problem-codes'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { deleteSession, findAnySession, findSession, rotate, type SessionRow } from '../../db/sessions.ts'
import { findUser } from '../../db/users.ts'
import { decideRefresh } from '../../domain/refresh.ts'
import { toSessionLife, type SessionLife } from '../../domain/session-life.ts'
import { readRefreshToken, type RefreshToken } from '../../secrets/refresh-tokens.ts'
import { issueSession, type IssuedSession, type SessionDeps } from './issue-session.ts'

const refused = (code: GoTrueCode, problem: string) => new AppError(code, `Invalid Refresh Token: ${problem}`)
const notFound = () => refused('refresh_token_not_found', 'Refresh Token Not Found')

/**
 * New tokens for a refresh token. Throws GoTrue's `refresh_token_not_found`, `session_expired`, and for a token that was
 * copied `refresh_token_already_used`, which ends the session.
 */
export async function refreshSession(
  deps: SessionDeps & { db: Database },
  token: string,
): Promise<IssuedSession> {
  const { db, settings, refreshMac, now } = deps
  const life = toSessionLife(now(), settings.SESSION_IDLE_DAYS)
  const presented = readRefreshToken(refreshMac, token)
  if (!presented) throw notFound()
  const session = await advance(db, presented, life)
  const user = await findUser(db, session.userId)
  if (!user) throw notFound()
  return issueSession(deps, db, session, user)
}

/** Of several requests that present a token at once, one rotates it. The update of the others matches no row, so they decide again. */
async function advance(db: Database, presented: RefreshToken, life: SessionLife): Promise<SessionRow> {
  const { sessionId, counter } = presented
  const session = await findAnySession(db, sessionId)
  if (!session) throw notFound()
  if (!(await findSession(db, sessionId, life))) throw refused('session_expired', 'Session Expired')
  const { refreshCounter: newest, parentCounter: parent, refreshedAt: rotatedAt } = session
  const decision = decideRefresh(counter, { newest, parent, rotatedAt }, life.now)
  if (decision === 'repeat') return session
  if (decision === 'reuse') {
    await deleteSession(db, session.userId, sessionId)
    throw refused('refresh_token_already_used', 'Already Used')
  }
  return (await rotate(db, sessionId, newest, counter, life)) ?? advance(db, presented, life)
}
