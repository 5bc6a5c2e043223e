import { passMoved, planCoverageChanged } from '@walkon/contracts/events/billing'
import { emit } from '@walkon/messaging/emit'
import { deletePublishedNaming } from '@walkon/messaging/outbox-retention'
import { endLinksOf } from '@walkon/runtime/ended-links'
import { hashAddress } from '@walkon/service/address-hash'
import type { Transaction } from '@walkon/service/database'
import { wakeSettling } from '../../db/payments/due.ts'
import { saveApplicationsMoved } from '../../db/affiliates/affiliate-applications.ts'
import {
  listPassesByPark,
  lockOrdersUntil,
  saveOrdersMoved,
  savePlansMoved,
  saveRedemptionsMoved,
  type AddressChange,
} from '../../db/accounts/address-changes.ts'
import { lockAddresses } from '../../db/checkout/orders.ts'
import { PUBLISHED } from '../../db/published.ts'
import { publishAccounted } from '../publish-accounted.ts'

/**
 * Gives the orders of an account's old address to its new one, with their passes, used codes and plans. Ends the links that were mailed to
 * the old one. `PassMoved` has the key of its pass, so its consumers receive it after `PassActivated`
 * (docs/decisions/address-follows-the-account.md).
 */
export async function moveOrders(tx: Transaction, changes: AddressChange[], now: Date): Promise<void> {
  await lockAddresses(
    tx,
    changes.flatMap(({ oldEmail, newEmail }) => [hashAddress(oldEmail), hashAddress(newEmail)]),
  )
  for (const change of changes) {
    const orderIds = await lockOrdersUntil(tx, change)
    await saveOrdersMoved(tx, orderIds, change.newEmail)
    await saveRedemptionsMoved(tx, orderIds, change)
    await saveApplicationsMoved(tx, change)
    await publishMoves(tx, orderIds, change)
    await movePlans(tx, change, now)
  }
  const oldEmails = changes.map(({ oldEmail }) => oldEmail)
  await endLinksOf(tx, oldEmails, now)
  await deletePublishedNaming(tx, oldEmails)
}

async function publishMoves(
  tx: Transaction,
  orderIds: string[],
  { newEmail: email, changedAt }: AddressChange,
): Promise<void> {
  const parks = await listPassesByPark(tx, orderIds)
  const moves = parks.flatMap(({ passIds }) =>
    passIds.map((passId) => ({ passId, email, passIds, changedAt })),
  )
  await emit(
    tx,
    passMoved,
    moves.map((data) => ({ data })),
  )
}

/** A plan that has ended moves too: the parks that were chosen under it wait for another plan. */
async function movePlans(tx: Transaction, change: AddressChange, now: Date): Promise<void> {
  const moved = await savePlansMoved(tx, change, now)
  wakeSettling(tx, 'plans')
  await publishAccounted(
    tx,
    planCoverageChanged,
    PUBLISHED.plans,
    moved.map((data) => ({ id: data.planId, version: data.version, data })),
  )
}
