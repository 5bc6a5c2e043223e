import { AppError } from '@walkon/service/errors'
import { deleteFactor, findFactor, lockFactor } from '../../db/factors.ts'
import { lockOwner, type SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { demandCountedProof, type CountedProofDeps, type GivenProof } from '../sessions/demand-proof.ts'
import type { Asker } from '../../limits/attempts.ts'
import { factorNotFound, gone } from '../refuse.ts'
import { notifyOfChange } from '../accounts/notify-of-change.ts'

/**
 * A verified factor asks for a proof of the owner and a session that has shown it. Throws `mfa_factor_not_found`,
 * `insufficient_aal`, `reauthentication_needed`, `reauthentication_not_valid`, `session_not_found`.
 */
export async function unenrollFactor(
  deps: CountedProofDeps,
  user: UserRow,
  session: SessionRow,
  { factorId, ...proof }: GivenProof & Asker & { factorId: string },
): Promise<void> {
  const { db, now } = deps
  const found = await findFactor(db, user.id, factorId)
  if (!found) throw factorNotFound()
  const isProven = found.status === 'verified'
  if (isProven && session.assurance !== 'aal2') throw insufficientAssurance()
  if (isProven) await demandCountedProof(deps, user, session, proof)
  await db.transaction(async (tx) => {
    const current = await lockOwner(tx, session)
    if (!current) throw gone('session')
    const factor = await lockFactor(tx, user.id, factorId)
    if (!factor) throw factorNotFound()
    // Verified in the meantime: another try proves the owner.
    if (factor.status === 'verified' && !isProven) throw insufficientAssurance()
    await deleteFactor(tx, factor.id)
    if (factor.status === 'verified') await notifyOfChange(tx, current.email, 'second-factor-off', now())
  })
}

const insufficientAssurance = () => new AppError('insufficient_aal', 'AAL2 session is required')
