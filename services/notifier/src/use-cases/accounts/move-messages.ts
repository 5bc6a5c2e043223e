import { MAX_DEVICES } from '@walkon/contracts/http/push'
import { endLinksOf } from '@walkon/runtime/ended-links'
import type { Transaction } from '@walkon/service/database'
import { moveConsents } from '../../db/texts/consents.ts'
import { movePlanNumber } from '../../db/plans/plan-numbers.ts'
import { endPushesTo, moveDevices } from '../../db/push/devices.ts'
import { wakeSenders } from '../../db/deliveries/deliveries.ts'
import { listDeliveriesOfSubscriptions, lockForErasure } from '../../db/accounts/erasures.ts'
import {
  insertMovedAddress,
  listDeliveriesOwnedBy,
  listQueuedToOwner,
  saveMovedSubscription,
  saveOwner,
  saveRecipient,
  type AddressChange,
  type SubscriptionChange,
} from '../../db/accounts/moves.ts'
import { followsItsOwner } from '../../domain/content.ts'
import { publishNumbers } from '../texts/publish-numbers.ts'
import { settle } from '../deliveries/settle-deliveries.ts'

/**
 * Gives an account's new address the earlier requests for the old one: its history, queued messages and devices. With them go the numbers
 * that may be texted about its alerts, and the one of its plan. Remembers to do so with requests that come late. Suppressions stay where
 * they are: each is about a mailbox (docs/decisions/messages-follow-the-account.md).
 */
export async function moveAddress(tx: Transaction, change: AddressChange, now: Date): Promise<void> {
  await lockForErasure(tx)
  await endLinksOf(tx, [change.oldEmail], now)
  await insertMovedAddress(tx, change)
  const numbers = await moveConsents(tx, change)
  await movePlanNumber(tx, change)
  await settle(tx, await endPushesTo(tx, await moveDevices(tx, change, MAX_DEVICES)))
  await moveDeliveries(tx, await listDeliveriesOwnedBy(tx, change), {
    email: change.newEmail,
    changedAt: change.changedAt,
  })
  await publishNumbers(tx, numbers)
}

/** The same with all deliveries of a subscription. */
export async function moveSubscription(tx: Transaction, change: SubscriptionChange): Promise<void> {
  await lockForErasure(tx)
  if (!(await saveMovedSubscription(tx, change))) return
  await moveDeliveries(tx, await listDeliveriesOfSubscriptions(tx, [change.subscriptionId]), change)
}

/**
 * Sends queued alerts, and queued letters about alerts, to the new address. Messages with the provider, or sent, stay there; only their
 * owner changes.
 */
async function moveDeliveries(
  tx: Transaction,
  ids: string[],
  to: { email: string; changedAt: string },
): Promise<void> {
  const queued = await listQueuedToOwner(tx, ids)
  const following = queued.filter(
    ({ content, userId }) => content && (userId !== null || followsItsOwner(content)),
  )
  await saveRecipient(
    tx,
    following.map(({ id }) => id),
    to,
  )
  await saveOwner(tx, ids, to)
  if (following.length > 0) wakeSenders(tx)
}
