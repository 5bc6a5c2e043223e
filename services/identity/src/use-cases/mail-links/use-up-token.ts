import type { Database, Transaction } from '@walkon/service/database'
import { deleteOneTimeTokens, type OneTimeTokenRow } from '../../db/one-time-tokens.ts'
import { lockAddress, lockUser } from '../../db/users.ts'
import { confirmEmailChange } from '../accounts/confirm-email-change.ts'
import { confirmSignUp, type IsOwnSignUp } from '../accounts/confirm-sign-up.ts'
import {
  startSession,
  type IssuedSession,
  type SessionDeps,
  type SessionOrigin,
} from '../sessions/issue-session.ts'
import { linkExpired } from '../refuse.ts'

export type VerificationDeps = SessionDeps & { db: Database }

/** The result of a mail's token: a session, or the first half of a change of address. */
export type Verified = IssuedSession | 'first-half'

/**
 * Locks the address and the account of a token before the token itself. Of two mails that are used at the same moment, one waits for the
 * other instead of both failing.
 */
export async function lockSubject(
  tx: Transaction,
  subject: Pick<OneTimeTokenRow, 'email' | 'newEmail' | 'userId'> | null,
): Promise<void> {
  if (!subject) return
  await lockAddress(tx, subject.newEmail ?? subject.email)
  if (subject.userId) await lockUser(tx, subject.userId)
}

/** Where a token is used: the session that it begins, and whether a sign-up began there. */
export type TokenUse = { origin: SessionOrigin; isOwnSignUp: IsOwnSignUp }

/** Does what a locked token was mailed for. Throws `otp_expired`. */
export async function useUpToken(
  deps: VerificationDeps,
  tx: Transaction,
  token: OneTimeTokenRow,
  { origin, isOwnSignUp }: TokenUse,
): Promise<Verified> {
  const { purpose, userId, signUpId } = token
  if (signUpId) {
    const user = await confirmSignUp(tx, signUpId, deps.now(), isOwnSignUp)
    return startSession(deps, tx, user, 'email/signup', origin)
  }
  const user = userId ? await lockUser(tx, userId) : null
  if (!user) throw linkExpired()
  if (purpose === 'email-change-current' || purpose === 'email-change-new') {
    const changed = await confirmEmailChange(tx, token, user, deps.now())
    return changed ? startSession(deps, tx, changed, 'email_change', origin) : 'first-half'
  }
  await deleteOneTimeTokens(tx, user.id, [purpose])
  return startSession(deps, tx, user, purpose === 'recovery' ? 'recovery' : 'otp', origin)
}
