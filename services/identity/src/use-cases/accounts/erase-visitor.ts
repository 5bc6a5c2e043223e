import { audit } from '@walkon/runtime/admin-actions'
import { demandRightOver } from '@walkon/runtime/desk-rights'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { randomUUID } from 'node:crypto'
import type { Settings } from '../../config.ts'
import { listAdmins } from '../../db/roles.ts'
import { findUserByEmail, lockAddress, lockUser } from '../../db/users.ts'
import { demandAdmin } from '../roles/demand-admin.ts'
import { eraseAccount } from './erase-account.ts'
import { lastAdmin } from '../refuse.ts'

/**
 * An admin erases a person who asked for it in writing, as the person does by deleting the account. For an address without an account the
 * deletion has a new id that no account has, and every service applies it to the address. `userId` is the account that the admin saw: throws
 * `user-not-found` where the address is another one's by now, `own-account`, `last-admin` and `forbidden`.
 */
export async function eraseVisitor(
  deps: { db: Database; now: () => Date; settings: Pick<Settings, 'ACCESS_TOKEN_SECONDS'> },
  actorId: string,
  { email, userId: seenId, reason }: { email: string; userId: string | null; reason: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await demandAdmin(tx, actorId)
    await lockAddress(tx, email)
    const admins = await listAdmins(tx)
    const user = await findUserByEmail(tx, email)
    if ((user?.id ?? null) !== seenId) throw notFound('user')
    const userId = user?.id ?? randomUUID()
    if (admins.length === 1 && admins[0] === userId) throw lastAdmin()
    demandRightOver({ actorId, isAdmin: true }, userId, [])
    if (user) await lockUser(tx, userId)
    await eraseAccount(tx, { userId, email }, deps)
    await audit(tx, { actorId, action: 'erase-visitor', subjectId: userId, reason, now: deps.now() })
  })
}
