import type { Role } from '@walkon/contracts/http/identity'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { deleteRole, listAdmins } from '../db/roles.ts'
import { lastAdmin, notAdmin } from './refuse.ts'

/** Revokes a role. Throws `forbidden`, `last-admin`. */
export async function revokeRole(
  { db, now }: { db: Database; now: () => Date },
  adminId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (!admins.includes(adminId)) throw notAdmin()
    if (role === 'admin' && admins.length === 1 && admins[0] === userId) throw lastAdmin()
    await deleteRole(tx, userId, role)
    await audit(tx, { actorId: adminId, action: `revoke-${role}`, subjectId: userId, now: now() })
  })
}
