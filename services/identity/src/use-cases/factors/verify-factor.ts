import { requestLetter } from '@walkon/runtime/request-letter'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import {
  deleteChallenge,
  deleteUnverifiedFactors,
  findFactor,
  lockFactor,
  saveVerified,
  tryChallenge,
  type FactorRow,
} from '../../db/factors.ts'
import { deleteWeakSessions, raise, type SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { toMethod } from '../../domain/authentication.ts'
import { toFactorGuessedLetter } from '../../domain/notice-letter.ts'
import type { StoredSecrets } from '../../secrets/stored-secrets.ts'
import { findStep } from '../../secrets/totp.ts'
import { issueSession, type IssuedSession, type SessionDeps } from '../sessions/issue-session.ts'
import type { Limits } from '../../limits/attempts.ts'
import { factorNotFound, gone } from '../refuse.ts'
import { NOTICE, notifyOfChange } from '../accounts/notify-of-change.ts'

export type FactorDeps = SessionDeps & { db: Database; storedTotpSecrets: StoredSecrets; limits: Limits }

export type Answer = {
  factorId: string
  challengeId: string
  code: string
  /** The account that this browser has proved to know, if any. */
  device: string | null
}

const MAX_ATTEMPTS = 5

/**
 * Raises a session to two factors, and ends the user's sessions that have shown only one. A code is accepted once.
 * Throws `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_rejected`, `mfa_verification_failed`.
 */
export async function verifyFactor(
  deps: FactorDeps,
  user: UserRow,
  session: SessionRow,
  { factorId, challengeId, code, device }: Answer,
): Promise<IssuedSession> {
  const { db, storedTotpSecrets, limits, now } = deps
  // Before anything is counted, so that no user spends the tries of another.
  if (!(await findFactor(db, user.id, factorId))) throw factorNotFound()
  if (await limits.isFactorGuessed(factorId)) await tellOfGuesses(deps, user)
  await limits.factor(factorId, device)
  await countAttempt(deps, factorId, challengeId)
  return db.transaction(async (tx) => {
    const at = now()
    const factor = await lockFactor(tx, user.id, factorId)
    if (!factor) throw factorNotFound()
    const step = findStep(await storedTotpSecrets.open(factor.secret), code, at)
    if (step === null || isUsed(factor, step))
      throw new AppError('mfa_verification_failed', 'Invalid TOTP code entered')

    await saveVerified(tx, factor.id, step, at)
    await deleteChallenge(tx, challengeId)
    const methods = [...session.methods.filter(({ method }) => method !== 'totp'), toMethod('totp', at)]
    const raised = await raise(tx, session.id, 'aal2', methods, at)
    if (!raised) throw gone('session')
    await deleteWeakSessions(tx, user.id)
    await deleteUnverifiedFactors(tx, user.id, at)
    if (factor.status === 'unverified') await notifyOfChange(tx, user.email, 'second-factor-on', at)
    return issueSession(deps, tx, raised, user)
  })
}

async function tellOfGuesses({ db, now }: FactorDeps, user: UserRow): Promise<void> {
  const request = { to: { email: user.email }, letter: toFactorGuessedLetter(), useful: NOTICE }
  await db.transaction((tx) => requestLetter(tx, 'identity', request, now()))
}

const isUsed = ({ lastUsedStep }: FactorRow, step: number) => lastUsedStep !== null && step <= lastUsedStep

/** Outside the transaction of the answer, so that a wrong code counts although that transaction is rolled back. */
async function countAttempt({ db, now }: FactorDeps, factorId: string, challengeId: string): Promise<void> {
  const challenge = await tryChallenge(db, factorId, challengeId)
  if (!challenge)
    throw new AppError('mfa_challenge_expired', 'MFA challenge not found, create a new challenge')
  if (challenge.expiresAt <= now())
    throw new AppError('mfa_challenge_expired', 'MFA challenge has expired, verify against another challenge')
  if (challenge.attempts > MAX_ATTEMPTS)
    throw new AppError('mfa_verification_rejected', 'Too many tries, create a new challenge')
}
