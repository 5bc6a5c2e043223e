import { audit } from '@walkon/runtime/admin-actions'
import { demandRightOver } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { deleteFactors } from '../../db/factors.ts'
import { deleteSessions } from '../../db/sessions.ts'
import { lockUser } from '../../db/users.ts'
import { demandAdmin } from '../roles/demand-admin.ts'
import { notifyOfChange } from '../accounts/notify-of-change.ts'

/**
 * An admin lets a user in who lost the authenticator app. All sessions of the user end, also an intruder's; the owner
 * signs in again by password or mail. Throws `forbidden`, `own-account`, `user-not-found`.
 */
export async function removeFactors(
  { db, now }: { db: Database; now: () => Date },
  adminId: string,
  userId: string,
): Promise<void> {
  await demandAdmin(db, adminId)
  demandRightOver({ actorId: adminId, isAdmin: true }, userId, [])
  await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) throw notFound('user')
    await audit(tx, { actorId: adminId, action: 'remove-factors', subjectId: userId, now: now() })
    if ((await deleteFactors(tx, userId)) === 0) return
    await deleteSessions(tx, userId)
    await notifyOfChange(tx, user.email, 'second-factor-off', now())
  })
}
