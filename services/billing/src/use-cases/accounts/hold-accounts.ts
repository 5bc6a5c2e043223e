import { holdUsers } from '@walkon/runtime/erased-users'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { saveAccount } from '../../db/accounts/accounts.ts'

/**
 * Remembers the addresses of accounts by their hashes: an order that is paid without a proof for one of them waits for a mailed link. An
 * account that is deleted is left out, because an older event may come again.
 */
export async function holdAccounts(
  tx: Transaction,
  accounts: { userId: string; email: string }[],
): Promise<void> {
  const standing = new Set(
    await holdUsers(
      tx,
      accounts.map(({ userId }) => userId),
    ),
  )
  for (const { userId, email } of accounts)
    if (standing.has(userId)) await saveAccount(tx, { userId, addressHash: hashAddress(email) })
}
