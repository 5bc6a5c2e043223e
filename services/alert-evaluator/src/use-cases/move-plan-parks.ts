import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../db/catalog.ts'
import {
  findSubscription,
  listCarriedByPlansAlone,
  saveAddress,
  type PlanMove,
  type SubscriptionOwner,
} from '../db/moves.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { join, listTargets, publishMove, renew, type MoveDeps } from './move-subscriptions.ts'

/**
 * Gives the parks that a plan alone carries the new address of its owner's account. A park that a pass carries as well moves with its
 * pass (`move-passes.ts`). The lock of the park keeps a subscription of either address from being made meanwhile.
 */
export async function movePlanParks(deps: MoveDeps, tx: Transaction, move: PlanMove): Promise<void> {
  const parkIds = (await listCarriedByPlansAlone(tx, move)).map(({ parkId }) => parkId)
  await lockParks(tx, parkIds)
  const sources = await listCarriedByPlansAlone(tx, move)
  const targetIds = await listTargets(tx, move.newEmail, parkIds)
  await lockSubscriptions(tx, [...sources.map(({ id }) => id), ...targetIds])
  for (const source of sources) await movePark(deps, tx, source, move)
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
