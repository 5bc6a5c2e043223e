import { holdUsers } from '@walkon/runtime/erased-users'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { saveHeldAddresses } from '../db/quiet-times.ts'

/** Projects which address an account has, by its hash. Deleted accounts are passed over. */
export async function followAddresses(
  tx: Transaction,
  accounts: { userId: string; email: string; heldSince: string }[],
): Promise<void> {
  const held = new Set(
    await holdUsers(
      tx,
      accounts.map(({ userId }) => userId),
    ),
  )
  await saveHeldAddresses(
    tx,
    accounts
      .filter(({ userId }) => held.has(userId))
      .map(({ userId, email, heldSince }) => ({ userId, heldSince, addressHash: hashAddress(email) })),
  )
}
