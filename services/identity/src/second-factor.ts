import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import {
  deleteChallenge,
  deleteFactor,
  deleteUnverifiedFactors,
  insertChallenge,
  insertFactor,
  listFactors,
  lockFactor,
  saveVerified,
  tryChallenge,
  type FactorRow,
} from './db/factors.ts'
import { deleteWeakSessions, raise, type SessionRow } from './db/sessions.ts'
import type { UserRow } from './db/users.ts'
import { toMethod } from './domain/authentication.ts'
import { gone } from './gotrue-errors.ts'
import type { Limits } from './limits.ts'
import { tellOfChange } from './mail-links.ts'
import type { Sealing } from './sealing.ts'
import type { IssuedSession, SessionIssuing } from './session-issuing.ts'
import { findStep, newSecret, toEnrolment } from './totp.ts'

export type SecondFactorDeps = {
  db: Database
  sealing: Sealing
  limits: Limits
  sessions: SessionIssuing
  now: () => Date
}

const MAX_FACTORS = 10
const CHALLENGE_MS = 300_000
const MAX_ATTEMPTS = 5
const UNFINISHED_MS = 10 * 60_000

/** Throws `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`. */
export async function enrol(
  { db, sealing, now }: SecondFactorDeps,
  user: UserRow,
  { friendlyName, issuer }: { friendlyName: string; issuer: string },
) {
  const at = now()
  const secret = newSecret()
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await deleteUnverifiedFactors(tx, user.id, new Date(at.getTime() - UNFINISHED_MS))
    if ((await listFactors(tx, user.id)).length >= MAX_FACTORS)
      throw new AppError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of factors reached, unenroll to continue',
      )
    const isNew = await insertFactor(tx, {
      id,
      userId: user.id,
      friendlyName,
      status: 'unverified',
      secret: sealing.seal(secret),
      createdAt: at,
      updatedAt: at,
    })
    if (!isNew)
      throw new AppError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendlyName}" for this user already exists`,
      )
  })
  const { uri, qrCode } = toEnrolment(secret, { issuer, label: user.email })
  return { id, type: 'totp' as const, friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } }
}

const factorNotFound = () => new AppError(422, 'mfa_factor_not_found', 'MFA factor not found')

export async function challenge({ db, now }: SecondFactorDeps, user: UserRow, factorId: string) {
  await checkOwner(db, user, factorId)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + CHALLENGE_MS)
  const id = randomUUID()
  await insertChallenge(db, { id, factorId, createdAt, expiresAt })
  return { id, type: 'totp' as const, expires_at: Math.floor(expiresAt.getTime() / 1000) }
}

async function checkOwner(db: Database, user: UserRow, factorId: string): Promise<void> {
  const factors = await listFactors(db, user.id)
  if (!factors.some(({ id }) => id === factorId)) throw factorNotFound()
}

export type Answer = { factorId: string; challengeId: string; code: string }

/**
 * Raises a session to two factors, and ends those of the user that have shown one alone. A code is accepted once.
 * Throws `mfa_factor_not_found`, `mfa_challenge_expired`, `mfa_verification_rejected`, `mfa_verification_failed`.
 */
export async function answerChallenge(
  deps: SecondFactorDeps,
  user: UserRow,
  session: SessionRow,
  { factorId, challengeId, code }: Answer,
): Promise<IssuedSession> {
  const { db, sealing, limits, sessions, now } = deps
  // First, so that nobody uses up somebody else's tries.
  await checkOwner(db, user, factorId)
  await limits.factor(factorId)
  await countAttempt(deps, factorId, challengeId)
  return db.transaction(async (tx) => {
    const at = now()
    const factor = await lockFactor(tx, user.id, factorId)
    if (!factor) throw factorNotFound()
    const step = findStep(sealing.open(factor.secret), code, at)
    if (step === null || isUsed(factor, step))
      throw new AppError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')

    await saveVerified(tx, factor.id, step, at)
    await deleteChallenge(tx, challengeId)
    const methods = [...session.methods.filter(({ method }) => method !== 'totp'), toMethod('totp', at)]
    const raised = await raise(tx, session.id, 'aal2', methods, at)
    if (!raised) throw gone('session')
    await deleteWeakSessions(tx, user.id)
    await deleteUnverifiedFactors(tx, user.id, at)
    if (factor.status === 'unverified') await tellOfChange(tx, user.email, 'second-factor-on', at)
    return sessions.again(tx, raised, user)
  })
}

const isUsed = ({ lastUsedStep }: FactorRow, step: number) => lastUsedStep !== null && step <= lastUsedStep

/** Outside the transaction of the answer, so that a wrong one counts although nothing else of it remains. */
async function countAttempt(
  { db, now }: SecondFactorDeps,
  factorId: string,
  challengeId: string,
): Promise<void> {
  const asked = await tryChallenge(db, factorId, challengeId)
  if (!asked)
    throw new AppError(422, 'mfa_challenge_expired', 'MFA challenge not found, create a new challenge')
  if (asked.expiresAt <= now())
    throw new AppError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge',
    )
  if (asked.attempts > MAX_ATTEMPTS)
    throw new AppError(422, 'mfa_verification_rejected', 'Too many tries, create a new challenge')
}

/** Throws `mfa_factor_not_found`, and `insufficient_aal` where one that counts would be taken away by less than itself. */
export async function unenrol(
  { db, now }: SecondFactorDeps,
  user: UserRow,
  session: SessionRow,
  factorId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, factorId)
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified' && session.assurance !== 'aal2')
      throw new AppError(401, 'insufficient_aal', 'AAL2 session is required')
    await deleteFactor(tx, factor.id)
    if (factor.status === 'verified') await tellOfChange(tx, user.email, 'second-factor-off', now())
  })
}
