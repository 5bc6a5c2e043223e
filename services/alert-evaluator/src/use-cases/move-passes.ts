import { subscriptionMoved } from '@walkon/contracts/events/alerts'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../db/catalog.ts'
import { listSubscriptionsOf } from '../db/erasure.ts'
import {
  findSubscription,
  getSubscription,
  insertSubscription,
  isCarriedByAny,
  joinSubscription,
  listActive,
  listOtherPasses,
  listParksOf,
  listPassesToMove,
  saveAddress,
  savePassesMoved,
  savePassesOf,
  type PassMove,
  type SubscriptionOwner,
} from '../db/moves.ts'
import { lockSubscriptions } from '../db/subscriptions.ts'
import { watchAllWhereNothingIsChosen } from '../db/watches.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

type MoveDeps = { defaultThresholdMinutes: number }

/**
 * Gives passes the new address of their owner's account, with the subscription that carries them
 * (docs/decisions/address-follows-the-account.md). The lock of the park keeps a subscription of the new address from being made
 * meanwhile, and has the events of one change take turns: the first moves all passes that they name.
 */
export async function movePasses(deps: MoveDeps, tx: Transaction, move: PassMove): Promise<void> {
  const sourceIds = await listSubscriptionsOf(tx, move.passIds)
  const parkIds = await listParksOf(tx, sourceIds)
  await lockParks(tx, parkIds)
  await lockSubscriptions(tx, [...sourceIds, ...(await listTargets(tx, move.email, parkIds))])

  const passes = await listPassesToMove(tx, move)
  const passIds = passes.map(({ id }) => id)
  await savePassesMoved(tx, passIds, move)
  for (const [subscriptionId, group] of Map.groupBy(passes, (pass) => pass.subscriptionId)) {
    if (subscriptionId === null) continue
    const source = await getSubscription(tx, subscriptionId)
    if (source.email === move.email) continue
    const moved = group.map(({ id }) => id)
    await moveSubscription(deps, tx, { source, moved, move })
  }
}

async function listTargets(tx: Transaction, email: string, parkIds: string[]): Promise<string[]> {
  const targets: string[] = []
  for (const parkId of parkIds) {
    const target = await findSubscription(tx, email, parkId)
    if (target) targets.push(target.id)
  }
  return targets
}

type SubscriptionMove = { source: SubscriptionOwner; moved: string[]; move: PassMove }

/** Of two subscriptions of one park the moved one stays, with its rides, and takes in the other's passes, alerts and cooldowns. */
async function moveSubscription(
  deps: MoveDeps,
  tx: Transaction,
  { source, moved, move }: SubscriptionMove,
): Promise<void> {
  const target = await findSubscription(tx, move.email, source.parkId)
  const staying = await listOtherPasses(tx, source.id, moved)
  if (target && (await isCarriedByAny(tx, target.id, move.passIds))) {
    // Another pass of this change moved before. Its subscription stays: the visitor may have chosen rides since.
    await savePassesOf(tx, target.id, moved)
    if (staying.length === 0) await joinSubscription(tx, { from: source.id, into: target.id })
    await renew(deps, tx, [target.id, source.id])
    if (staying.length === 0) await publishMove(tx, source.id, move)
    return
  }
  if (target) await joinSubscription(tx, { from: target.id, into: source.id })
  await saveAddress(tx, source.id, move.email)
  const left = staying.length > 0 ? await insertSubscription(tx, source) : null
  // A pass that stays was bought after the change, by another visitor.
  if (left) await savePassesOf(tx, left, staying)
  await renew(deps, tx, [source.id, ...(left ? [left] : [])])
  await publishMove(tx, source.id, move)
}

/** A subscription that is on watches something, and its watches follow the windows of its passes. */
async function renew(
  { defaultThresholdMinutes }: MoveDeps,
  tx: Transaction,
  subscriptionIds: string[],
): Promise<void> {
  const on = await listActive(tx, subscriptionIds)
  await watchAllWhereNothingIsChosen(tx, on, defaultThresholdMinutes)
  await rescheduleWatches(tx, subscriptionIds)
}

/** Under the lock of the subscription, so it follows each alert that was made for the old address. */
const publishMove = (tx: Transaction, subscriptionId: string, { email, changedAt }: PassMove) =>
  emit(tx, subscriptionMoved, [{ data: { subscriptionId, email, changedAt } }])
