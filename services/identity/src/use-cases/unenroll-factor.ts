import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { deleteFactor, lockFactor } from '../db/factors.ts'
import type { SessionRow } from '../db/sessions.ts'
import type { UserRow } from '../db/users.ts'
import { factorNotFound } from './refuse.ts'
import { notifyOfChange } from './request-notification.ts'

/**
 * Throws `mfa_factor_not_found`, and `insufficient_aal` where a session that has not shown the second factor would
 * remove it.
 */
export async function unenrollFactor(
  { db, now }: { db: Database; now: () => Date },
  user: UserRow,
  session: SessionRow,
  factorId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const factor = await lockFactor(tx, user.id, factorId)
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified' && session.assurance !== 'aal2')
      throw new AppError('insufficient_aal', 'AAL2 session is required')
    await deleteFactor(tx, factor.id)
    if (factor.status === 'verified') await notifyOfChange(tx, user.email, 'second-factor-off', now())
  })
}
