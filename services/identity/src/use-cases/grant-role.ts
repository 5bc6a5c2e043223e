import type { Role } from '@walkon/contracts/http/identity'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { insertRole } from '../db/roles.ts'
import { findUser } from '../db/users.ts'
import { demandAdmin } from './demand-admin.ts'

/** Grants a role. Throws `forbidden`, `user-not-found`. */
export async function grantRole(
  { db, now }: { db: Database; now: () => Date },
  adminId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db.transaction(async (tx) => {
    await demandAdmin(tx, adminId)
    if (!(await findUser(tx, userId))) throw notFound('user')
    await insertRole(tx, { userId, role, grantedBy: adminId, grantedAt: now() })
    await audit(tx, { actorId: adminId, action: `grant-${role}`, subjectId: userId, now: now() })
  })
}
