import { AppError, unauthorized } from '@walkon/service/errors'
import { listAdmins } from '../../db/roles.ts'
import { lockOwner, type SessionRow } from '../../db/sessions.ts'
import type { UserRow } from '../../db/users.ts'
import { eraseAccount } from './erase-account.ts'
import type { Asker, Limits } from '../../limits/attempts.ts'
import { proveOwner, type Proof, type ProofDeps } from './prove-owner.ts'
import { lastAdmin } from '../refuse.ts'
import type { Settings } from '../../config.ts'

/**
 * Erases an account whose owner has proved that it is theirs, and publishes that; every service that keeps something of
 * the person erases it too. Throws `reauthentication-failed`, `unauthorized`, and `last-admin`, because only an admin grants the role.
 */
export async function deleteAccount(
  deps: ProofDeps & { limits: Limits; settings: Settings },
  user: UserRow,
  session: SessionRow,
  proof: Proof & Asker,
): Promise<void> {
  await deps.limits.proof(proof, user)
  if (!(await proveOwner(deps, user, proof)))
    throw new AppError('reauthentication-failed', 'That is not right. Nothing was deleted.')
  await deps.db.transaction(async (tx) => {
    const admins = await listAdmins(tx)
    if (admins.length === 1 && admins[0] === user.id) throw lastAdmin()
    const current = await lockOwner(tx, session)
    if (!current) throw unauthorized()
    await eraseAccount(tx, { userId: user.id, email: current.email }, deps)
  })
}
