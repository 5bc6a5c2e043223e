import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../../db/catalog.ts'
import {
  findSubscription,
  listCarriedByPlansAlone,
  saveAddress,
  type PlanMove,
  type SubscriptionOwner,
} from '../../db/passes/moves.ts'
import {
  listSubscriptionsOfAddresses,
  lockVisitors,
  movePreferences,
} from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { join, publishMove, renew, type MoveDeps } from '../subscriptions/move-subscriptions.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Gives the parks that a plan alone carries, and the preferences, the new address of its owner's account. A park that a pass carries as well moves with its
 * pass (`move-passes.ts`). The lock of the park keeps a subscription of either address from being made meanwhile.
 */
export async function movePlanParks(deps: MoveDeps, tx: Transaction, move: PlanMove): Promise<void> {
  await lockVisitors(tx, [move.oldEmail, move.newEmail], 'exclusive')
  const parkIds = (await listCarriedByPlansAlone(tx, move)).map(({ parkId }) => parkId)
  await lockParks(tx, parkIds)
  const sources = await listCarriedByPlansAlone(tx, move)
  const ofNewAddress = await listSubscriptionsOfAddresses(tx, [move.newEmail])
  await lockSubscriptions(tx, [...sources.map(({ id }) => id), ...ofNewAddress])
  const { oldEmail: from, newEmail: to, changedAt } = move
  if (await movePreferences(tx, { from, to, changedAt })) await publishQuietTimes(tx, [from, to], deps.now())
  for (const source of sources) await movePark(deps, tx, source, move)
  await rescheduleWatches(tx, await listSubscriptionsOfAddresses(tx, [move.newEmail]))
}

async function movePark(
  deps: MoveDeps,
  tx: Transaction,
  { id, parkId }: SubscriptionOwner,
  { newEmail: email, changedAt }: PlanMove,
): Promise<void> {
  const target = await findSubscription(tx, email, parkId)
  if (target) await join(tx, { from: target.id, into: id })
  await saveAddress(tx, id, email)
  await renew(deps, tx, [id])
  await publishMove(tx, id, { email, changedAt })
}
