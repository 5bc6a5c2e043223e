import type { Role } from '@walkon/contracts/http/identity'
import { audit } from '@walkon/runtime/admin-actions'
import { requestLetters } from '@walkon/runtime/request-letter'
import type { Database, Transaction } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { insertRole, listAdmins } from '../../db/roles.ts'
import { listUsers, lockUser, type UserRow } from '../../db/users.ts'
import { toGrantedRoleLetter, toNewRoleLetter } from '../../domain/role-letter.ts'
import { NOTICE } from '../accounts/notify-of-change.ts'
import { publishRoles } from './publish-roles.ts'
import { notAdmin } from '../refuse.ts'

/** Grants a role. Throws `forbidden`, `user-not-found`. */
export async function grantRole(
  { db, now }: { db: Database; now: () => Date },
  adminId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (!admins.includes(adminId)) throw notAdmin()
    const user = await lockUser(tx, userId)
    if (!user) throw notFound('user')
    await giveRole(tx, user, { role, grantedBy: adminId, admins, now: now() })
    await audit(tx, { actorId: adminId, action: `grant-${role}`, subjectId: userId, now: now() })
  })
}

type Grant = {
  role: Role
  /** Null for an operator's command. */
  grantedBy: string | null
  admins: string[]
  now: Date
}

/** Gives a role to an account that the caller has locked, after it has listed the admins. Returns false where the account has the role already. */
export async function giveRole(
  tx: Transaction,
  user: UserRow,
  { role, grantedBy, admins, now }: Grant,
): Promise<boolean> {
  if (!(await insertRole(tx, { userId: user.id, role, grantedBy, grantedAt: now }))) return false
  await publishRoles(tx, user.id, now)
  const others = await listUsers(
    tx,
    admins.filter((id) => id !== user.id),
  )
  const toOthers = toNewRoleLetter(role, grantedBy !== null)
  const letters = [
    ...others.map(({ email }) => ({ to: { email }, letter: toOthers, useful: NOTICE })),
    { to: { email: user.email }, letter: toGrantedRoleLetter(role), useful: NOTICE },
  ]
  await requestLetters(tx, 'identity', letters, now)
  return true
}
