import type { Role } from '@walkon/contracts/http/identity'
import type { Queryable } from '@walkon/service/database'
import { listRoles } from '../../db/roles.ts'
import { notAdmin, notSupport } from '../refuse.ts'

/** Reads the role from its record, because an access token may name a role that was revoked minutes ago. Throws `forbidden`. */
export async function demandAdmin(db: Queryable, userId: string): Promise<void> {
  const roles = await listRoles(db, userId)
  if (!roles.includes('admin')) throw notAdmin()
}

/** The same for the support desk, which is open to admins too. Returns the roles. Throws `forbidden`. */
export async function demandSupport(db: Queryable, userId: string): Promise<Role[]> {
  const roles = await listRoles(db, userId)
  if (!roles.includes('admin') && !roles.includes('support')) throw notSupport()
  return roles
}
