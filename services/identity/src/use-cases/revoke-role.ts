import type { Role } from '@walkon/contracts/http/identity'
import type { Database } from '@walkon/service/database'
import { deleteRole, listAdmins } from '../db/roles.ts'
import { lastAdmin, notAdmin } from './refuse.ts'

/** Revokes a role. Throws `forbidden`, `last-admin`. */
export async function revokeRole(db: Database, adminId: string, userId: string, role: Role): Promise<void> {
  await db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (!admins.includes(adminId)) throw notAdmin()
    if (role === 'admin' && admins.length === 1 && admins[0] === userId) throw lastAdmin()
    await deleteRole(tx, userId, role)
  })
}
