import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { deleteProviderEventsNaming } from '@walkon/runtime/provider-events'
import type { Transaction } from '@walkon/service/database'
import {
  deleteDeliveries,
  deleteMoves,
  insertErasedAddresses,
  listDeliveriesOfAddresses,
  lockForErasure,
} from '../db/erasures.ts'

/**
 * Deletes what was asked for before, to these addresses or about their alerts, and what providers told of them; and
 * remembers to take in no more of it. Suppressions stay: they are hashes.
 */
export async function eraseUsers(tx: Transaction, addresses: ErasedAddress[]): Promise<void> {
  await lockForErasure(tx)
  await insertErasedAddresses(tx, addresses)
  await deleteDeliveries(tx, await listDeliveriesOfAddresses(tx, addresses))
  await deleteMoves(tx, addresses)
  await deleteProviderEventsNaming(
    tx,
    addresses.map(({ addressHash }) => addressHash),
  )
}
