import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import {
  listErasedAddresses,
  listErasedSubscriptions,
  lockForInserts,
  lockSubscriptions,
} from '../../db/accounts/erasures.ts'

export type Erased = {
  /** True if a statement of that instant about an address is older than its erasure. */
  hasAddress(address: string, saidAt: Date): boolean
  hasSubscription(id: string | null): boolean
}

/** Finds those of these that are erased; none of them will be until the transaction has ended. */
export async function findErased(
  tx: Transaction,
  { addresses, subscriptionIds = [] }: { addresses: string[]; subscriptionIds?: string[] },
): Promise<Erased> {
  await lockForInserts(tx)
  await lockSubscriptions(tx, subscriptionIds)
  const [rows, subscriptions] = await Promise.all([
    listErasedAddresses(tx, [...new Set(addresses.map(hashAddress))]),
    listErasedSubscriptions(tx, subscriptionIds),
  ])
  const erasedAt = new Map(rows.map((row) => [row.addressHash, Date.parse(row.erasedAt)]))
  return {
    hasAddress: (address, saidAt) =>
      saidAt.getTime() <= (erasedAt.get(hashAddress(address)) ?? Number.NEGATIVE_INFINITY),
    hasSubscription: (id) => id !== null && subscriptions.includes(id),
  }
}
