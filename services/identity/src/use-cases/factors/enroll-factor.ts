import { AppError } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import { deleteUnverifiedFactors, insertFactor, listFactors } from '../../db/factors.ts'
import type { SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import type { StoredSecrets } from '../../secrets/stored-secrets.ts'
import { newSecret, toEnrolment } from '../../secrets/totp.ts'
import { demandCountedProof, type CountedProofDeps, type GivenProof } from '../sessions/demand-proof.ts'
import type { Asker } from '../../limits/attempts.ts'

export type EnrollmentDeps = CountedProofDeps & { storedTotpSecrets: StoredSecrets }

const MAX_FACTORS = 10
/** An enrolment that is still unverified after this time is deleted by the next one. */
const UNFINISHED_MS = 10 * 60_000

export type NewFactor = GivenProof & Asker & { friendlyName: string; issuer: string }

/**
 * Makes a secret for an authenticator app. It counts once a code of the app is verified. Throws `reauthentication_needed`, `reauthentication_not_valid`,
 * `too_many_enrolled_mfa_factors`, `mfa_factor_name_conflict`.
 */
export async function enrollFactor(
  deps: EnrollmentDeps,
  user: UserRow,
  session: SessionRow,
  { friendlyName, issuer, ...proof }: NewFactor,
) {
  const { db, storedTotpSecrets, now } = deps
  await demandCountedProof(deps, user, session, proof)
  const at = now()
  const secret = newSecret()
  const sealed = await storedTotpSecrets.seal(secret)
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await deleteUnverifiedFactors(tx, user.id, new Date(at.getTime() - UNFINISHED_MS))
    if ((await listFactors(tx, user.id)).length >= MAX_FACTORS)
      throw new AppError(
        'too_many_enrolled_mfa_factors',
        'Maximum number of factors reached, unenroll to continue',
      )
    const isNew = await insertFactor(tx, {
      id,
      userId: user.id,
      friendlyName,
      status: 'unverified',
      secret: sealed,
      createdAt: at,
      updatedAt: at,
    })
    if (!isNew)
      throw new AppError(
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${friendlyName}" for this user already exists`,
      )
  })
  const { uri, qrCode } = toEnrolment(secret, { issuer, label: user.email })
  return { id, type: 'totp' as const, friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } }
}
