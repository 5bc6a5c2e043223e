import type { ErasedAddress } from '@walkon/contracts/events/identity'
import { deleteProviderEventsNaming } from '@walkon/runtime/provider-events'
import { deletePublishedOf } from '@walkon/messaging/outbox-retention'
import type { Transaction } from '@walkon/service/database'
import { deleteAccounts } from '../../db/accounts/accounts.ts'
import { deleteSettledChecksOf } from '../../db/suppressions/address-checks.ts'
import { deleteConsentsOf } from '../../db/texts/consents.ts'
import { deleteDevicesOf } from '../../db/push/devices.ts'
import { deleteSubscribersOf } from '../../db/newsletter/newsletter.ts'
import { deletePlanNumbersOf } from '../../db/plans/plan-numbers.ts'
import {
  deleteDeliveries,
  deleteMoves,
  insertErasedAddresses,
  listDeliveriesOfAddresses,
  listLettersToUsers,
  listTextsOf,
  lockForErasure,
} from '../../db/accounts/erasures.ts'
import { deleteEndpointsOf } from '../../db/webhooks/webhooks.ts'
import { eraseDeliveries } from '../letters/settle-letters.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'

/**
 * Deletes the deliveries requested before the erasure: to these addresses, about their alerts, or to these users. Deletes accounts,
 * numbers, devices, webhooks, newsletter entries and provider events too. A request from before the erasure that arrives later is refused.
 * Suppressions stay: they are hashes.
 */
export async function eraseUsers(tx: Transaction, addresses: ErasedAddress[], now: Date): Promise<void> {
  await lockForErasure(tx)
  await insertErasedAddresses(tx, addresses)
  const numbers = (await deleteConsentsOf(tx, addresses)).map(({ numberHash }) => numberHash)
  await eraseDeliveries(tx, await listDeliveriesOfAddresses(tx, addresses), now)
  await deleteDeliveries(tx, await listTextsOf(tx, addresses, numbers))
  const userIds = [...new Set(addresses.map(({ userId }) => userId))]
  await eraseDeliveries(tx, await listLettersToUsers(tx, userIds), now)
  await deleteAccounts(tx, userIds)
  await deleteEndpointsOf(tx, userIds)
  await deleteDevicesOf(tx, addresses)
  await deletePlanNumbersOf(tx, addresses)
  await deleteSubscribersOf(tx, addresses)
  await deleteMoves(tx, addresses)
  const hashes = addresses.map(({ addressHash }) => addressHash)
  await deleteSettledChecksOf(tx, hashes)
  await deleteProviderEventsNaming(tx, [...hashes, ...numbers])
  await deletePublishedOf(tx, numbers)
  await publishNumbers(tx, numbers)
}
