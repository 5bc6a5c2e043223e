import { userRolesChanged } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { listRoles } from '../../db/roles.ts'

/** Tells every service which roles the account has now. The caller has locked the account and changed them. */
export async function publishRoles(tx: Transaction, userId: string, now: Date): Promise<void> {
  const roles = await listRoles(tx, userId)
  await emit(tx, userRolesChanged, [{ data: { userId, roles, changedAt: now.toISOString() } }])
}
