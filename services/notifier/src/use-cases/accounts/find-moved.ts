import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { lockForInserts } from '../../db/accounts/erasures.ts'
import { listMovedAddresses, listMovedSubscriptions } from '../../db/accounts/moves.ts'
import { followChanges, type NewAddress } from '../../domain/moved-address.ts'

export type Said = { email: string; saidAt: Date; subscriptionId: string | null }

/** Finds the address that an account has by now; null if the message names it. */
export type FindMoved = (said: Said) => NewAddress | null

/** Finds the new addresses of the owners of these addresses and subscriptions; none of them moves until the transaction has ended. */
export async function findMoved(tx: Transaction, said: Said[]): Promise<FindMoved> {
  const subscriptionIds = said.flatMap(({ subscriptionId }) => subscriptionId ?? [])
  await lockForInserts(tx)
  const subscriptions = await listMovedSubscriptions(tx, subscriptionIds)
  const hashes = [...said, ...subscriptions].map(({ email }) => hashAddress(email))
  const changes = await listMovedAddresses(tx, [...new Set(hashes)])
  const bySubscription = new Map(subscriptions.map((moved) => [moved.subscriptionId, moved]))
  const byAddress = Map.groupBy(changes, ({ addressHash }) => addressHash)
  return ({ email, saidAt, subscriptionId }) =>
    followChanges(
      { email, since: saidAt },
      subscriptionId === null ? undefined : bySubscription.get(subscriptionId),
      (address) => byAddress.get(hashAddress(address)) ?? [],
    )
}
