import { demandRightOver, type Staff } from '@walkon/runtime/desk-rights'
import { rolesOf } from '@walkon/runtime/role-holders'
import type { Transaction } from '@walkon/service/database'
import { findAccountOf } from '../../db/accounts/accounts.ts'

/** Refuses staff who may not act on an address's things. Throws `own-account`, `staff-account`. */
export async function demandRightOverAddress(
  tx: Transaction,
  staff: Staff,
  addressHash: string,
): Promise<void> {
  const userId = await findAccountOf(tx, addressHash)
  demandRightOver(staff, userId, userId === null ? [] : await rolesOf(tx, userId))
}
