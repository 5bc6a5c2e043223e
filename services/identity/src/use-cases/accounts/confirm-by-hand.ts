import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { findNewestSignUp } from '../../db/sign-ups.ts'
import { findUserByEmail, lockAddress } from '../../db/users.ts'
import { confirmSignUp } from './confirm-sign-up.ts'
import { demandAdmin } from '../roles/demand-admin.ts'

/**
 * An admin confirms the address of a visitor whom no mail of ours reaches, and who has shown otherwise that it is theirs. The account begins
 * with the password of the sign-up, unless another sign-up with a password waits. Nothing is changed where the address has an account.
 * Throws `user-not-found` for an address without a sign-up, and `forbidden`.
 */
export async function confirmByHand(
  { db, now: clock }: { db: Database; now: () => Date },
  actorId: string,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await demandAdmin(tx, actorId)
    await lockAddress(tx, email)
    if (await findUserByEmail(tx, email)) return
    const now = clock()
    const signUp = await findNewestSignUp(tx, email, now)
    if (!signUp) throw notFound('user')
    const user = await confirmSignUp(tx, signUp.id, now, () => true)
    await audit(tx, { actorId, action: 'confirm-address', subjectId: user.id, reason, now })
  })
}
