import type { Role } from '@walkon/contracts/http/identity'
import { audit } from '@walkon/runtime/admin-actions'
import type { Database } from '@walkon/service/database'
import { listRoles } from '../../db/roles.ts'
import { findUserByEmail, type UserRow } from '../../db/users.ts'
import { demandAdmin } from '../roles/demand-admin.ts'

/** An admin looks for the user of an address; each look leaves an entry, by ids alone. Throws `forbidden`. */
export async function lookUpUser(
  { db, now }: { db: Database; now: () => Date },
  adminId: string,
  email: string,
): Promise<{ user: UserRow; roles: Role[] } | null> {
  await demandAdmin(db, adminId)
  return db.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    await audit(tx, {
      actorId: adminId,
      action: 'look-up-user',
      ...(user && { subjectId: user.id }),
      now: now(),
    })
    return user && { user, roles: await listRoles(tx, user.id) }
  })
}
