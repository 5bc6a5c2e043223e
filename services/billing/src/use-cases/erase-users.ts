import { passRevoked } from '@walkon/contracts/events/billing'
import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming } from '@walkon/messaging/outbox'
import type { Transaction } from '@walkon/service/database'
import { deleteOrders, deleteRedemptions, lockErasedOrders } from '../db/erasure.ts'
import { lockAddresses } from '../db/orders.ts'

/**
 * Erases all data of the addresses of deleted accounts, and revokes their passes. `PassRevoked` has the key of its pass,
 * so its consumers receive it after `PassActivated`.
 */
export async function eraseUsers(tx: Transaction, erasures: ErasedAddress[]): Promise<void> {
  await lockAddresses(
    tx,
    erasures.map(({ addressHash }) => addressHash),
  )
  const orders = await lockErasedOrders(tx, erasures)
  const orderIds = orders.map(({ id }) => id)
  await deleteRedemptions(tx, erasures, orderIds)
  const passIds = await deleteOrders(tx, orderIds)

  await emit(
    tx,
    passRevoked,
    passIds.map((passId) => ({ data: { passId, reason: 'erased' as const } })),
  )
  await deletePublishedNaming(tx, [...new Set(orders.map(({ email }) => email))])
}
