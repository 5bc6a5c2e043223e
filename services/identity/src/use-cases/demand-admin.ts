import type { Queryable } from '@walkon/service/database'
import { listRoles } from '../db/roles.ts'
import { notAdmin } from './refuse.ts'

/** Before rights are given or taken, the record decides, and not a token that may be minutes old. Throws `forbidden`. */
export async function demandAdmin(db: Queryable, userId: string): Promise<void> {
  const roles = await listRoles(db, userId)
  if (!roles.includes('admin')) throw notAdmin()
}
