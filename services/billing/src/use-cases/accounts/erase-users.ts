import { passRevoked } from '@walkon/contracts/events/billing'
import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import { deleteProviderEventsNaming } from '@walkon/runtime/provider-events'
import type { Transaction } from '@walkon/service/database'
import { wakeSettling } from '../../db/payments/due.ts'
import { deleteApplications } from '../../db/affiliates/affiliate-applications.ts'
import { deleteOrders, deleteRedemptions, lockErasedOrders } from '../../db/accounts/erasure.ts'
import { lockAddresses } from '../../db/checkout/orders.ts'
import { saveRetired } from '../../db/promo-codes/promo-codes.ts'
import { keepCodeUses, type CodeUseSettings } from '../promo-codes/keep-code-uses.ts'

/**
 * Erases all data of the addresses of deleted accounts but the uses of limited codes, which stay as keyed hashes. Revokes their passes and
 * ends the promo codes of affiliates. `PassRevoked` has the key of its pass, so its consumers receive it after `PassActivated`.
 */
export async function eraseUsers(
  tx: Transaction,
  erasures: ErasedAddress[],
  { settings, now }: { settings: CodeUseSettings; now: Date },
): Promise<void> {
  const addressHashes = erasures.map(({ addressHash }) => addressHash)
  await lockAddresses(tx, addressHashes)
  const orders = await lockErasedOrders(tx, erasures)
  const orderIds = orders.map(({ id }) => id)
  await keepCodeUses(tx, settings, await deleteRedemptions(tx, erasures, orderIds), now)
  for (const code of await deleteApplications(tx, erasures)) await saveRetired(tx, code, now)
  const passIds = await deleteOrders(tx, orderIds)
  wakeSettling(tx, 'checkouts')

  await emit(
    tx,
    passRevoked,
    passIds.map((passId) => ({ data: { passId, reason: 'erased' as const } })),
  )
  await deleteProviderEventsNaming(tx, addressHashes)
  await deletePublishedNaming(tx, [...new Set(orders.map(({ email }) => email))])
}
