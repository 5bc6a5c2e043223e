import type { Role } from '@walkon/contracts/http/identity'
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
  await demandAdmin(db, adminId)
  if (!(await findUser(db, userId))) throw notFound('user')
  await insertRole(db, { userId, role, grantedBy: adminId, grantedAt: now() })
}
