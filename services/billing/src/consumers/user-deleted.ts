import { passRevoked } from '@walkon/contracts/events/billing'
import { userDeleted } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming } from '@walkon/messaging/outbox'
import { deleteConfirmed, deleteOrders, lockErasedOrders } from '../db/erasure.ts'
import { lockAddresses } from '../db/orders.ts'
import { deleteReservations } from '../db/promo-codes.ts'

/**
 * Erases what was kept under the addresses of a deleted account, and takes its passes back: whoever made something of
 * a pass hears of it under the pass's own key, and so after the pass itself.
 */
export const eraseUsers = on(userDeleted, async (events, tx) => {
  const erasures = events.flatMap(({ data, occurredAt }) =>
    data.addressHashes.map((addressHash) => ({ addressHash, deletedAt: occurredAt.toISOString() })),
  )
  await lockAddresses(
    tx,
    erasures.map(({ addressHash }) => addressHash),
  )
  const orders = await lockErasedOrders(tx, erasures)
  const orderIds = orders.map(({ id }) => id)
  await deleteReservations(tx, orderIds)
  const passIds = await deleteOrders(tx, orderIds)
  await deleteConfirmed(tx, erasures)

  await emit(
    tx,
    passRevoked,
    passIds.map((passId) => ({ data: { passId, reason: 'erased' as const } })),
  )
  await deletePublishedNaming(tx, [...new Set(orders.map(({ email }) => email))])
})
