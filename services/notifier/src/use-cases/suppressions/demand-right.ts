import { demandRightOver, type Staff } from '@walkon/runtime/desk-rights'
import { rolesOf } from '@walkon/runtime/role-holders'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { findUserOf, listUsersOfNumber } from '../../db/accounts/accounts.ts'

type Recipient = { channel: 'email' | 'sms'; address: string }

/**
 * Refuses staff who may not act on an address or a number; a number's accounts are those that confirmed it for their alerts. Returns the
 * account of an address. Throws `own-account`, `staff-account`.
 */
export async function demandRightOverRecipient(
  tx: Transaction,
  staff: Staff,
  { channel, address }: Recipient,
): Promise<string | null> {
  const ofAddress = channel === 'email' ? await findUserOf(tx, address) : null
  const userIds = channel === 'email' ? [ofAddress] : await listUsersOfNumber(tx, hashAddress(address))
  for (const userId of userIds)
    demandRightOver(staff, userId, userId === null ? [] : await rolesOf(tx, userId))
  return ofAddress
}
