import type { Queryable } from '@walkon/service/database'
import { listFactors } from './db/factors.ts'
import { findNewEmail } from './db/one-time-tokens.ts'
import { listRoles } from './db/roles.ts'
import type { UserRow } from './db/users.ts'
import type { UserDetails } from './user-view.ts'

/** One after the other, because a transaction has one connection. */
export async function readUserDetails(db: Queryable, user: UserRow, now: Date): Promise<UserDetails> {
  const roles = await listRoles(db, user.id)
  const factors = await listFactors(db, user.id)
  const emailChange = await findNewEmail(db, user.id, now)
  return { user, roles, factors, emailChange }
}
