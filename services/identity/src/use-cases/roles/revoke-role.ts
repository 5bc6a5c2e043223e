import type { Role } from '@walkon/contracts/http/identity'
import { audit } from '@walkon/runtime/admin-actions'
import { requestLetter } from '@walkon/runtime/request-letter'
import type { Database } from '@walkon/service/database'
import { deleteRole, listAdmins } from '../../db/roles.ts'
import { lockUser } from '../../db/users.ts'
import { toRevokedRoleLetter } from '../../domain/role-letter.ts'
import { NOTICE } from '../accounts/notify-of-change.ts'
import { publishRoles } from './publish-roles.ts'
import { lastAdmin, notAdmin } from '../refuse.ts'

/** Revokes a role, and tells its owner. Throws `forbidden`, `last-admin`. */
export async function revokeRole(
  { db, now: clock }: { db: Database; now: () => Date },
  adminId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (!admins.includes(adminId)) throw notAdmin()
    if (role === 'admin' && admins.length === 1 && admins[0] === userId) throw lastAdmin()
    const now = clock()
    const user = await lockUser(tx, userId)
    if (user && (await deleteRole(tx, userId, role))) {
      await publishRoles(tx, userId, now)
      const notice = { letter: toRevokedRoleLetter(role), useful: NOTICE }
      await requestLetter(tx, 'identity', { to: { email: user.email }, ...notice }, now)
    }
    await audit(tx, { actorId: adminId, action: `revoke-${role}`, subjectId: userId, now })
  })
}
