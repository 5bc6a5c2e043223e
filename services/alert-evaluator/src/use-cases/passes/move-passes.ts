import type { Transaction } from '@walkon/service/database'
import { lockParks } from '../../db/catalog.ts'
import { listSubscriptionsOf } from '../../db/passes/erasure.ts'
import {
  findSubscription,
  getSubscription,
  insertSubscription,
  isCarriedByAny,
  listOtherPasses,
  listParksOf,
  listPassesToMove,
  saveAddress,
  savePassesMoved,
  savePassesOf,
  type PassMove,
  type SubscriptionOwner,
} from '../../db/passes/moves.ts'
import {
  listAddressesOf,
  listSubscriptionsOfAddresses,
  lockVisitors,
  movePreferences,
} from '../../db/preferences/preferences.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { join, publishMove, renew, type MoveDeps } from '../subscriptions/move-subscriptions.ts'
import { publishQuietTimes } from '../preferences/publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Gives passes the new address of their owner's account, with the subscription that carries them and the preferences
 * (docs/decisions/address-follows-the-account.md). The lock of the park keeps a subscription of the new address from being made meanwhile.
 * Events of one change take turns: the first moves all passes that they name.
 */
export async function movePasses(deps: MoveDeps, tx: Transaction, move: PassMove): Promise<void> {
  const sourceIds = await listSubscriptionsOf(tx, move.passIds)
  const oldEmails = (await listAddressesOf(tx, sourceIds)).filter((email) => email !== move.email)
  const parkIds = await listParksOf(tx, sourceIds)
  await lockVisitors(tx, [...oldEmails, move.email], 'exclusive')
  await lockParks(tx, parkIds)
  await lockSubscriptions(tx, [...sourceIds, ...(await listSubscriptionsOfAddresses(tx, [move.email]))])

  const passes = await listPassesToMove(tx, move)
  if (passes.length === 0) return
  for (const from of oldEmails) {
    const hasMoved = await movePreferences(tx, { from, to: move.email, changedAt: move.changedAt })
    if (hasMoved) await publishQuietTimes(tx, [from, move.email], deps.now())
  }
  const passIds = passes.map(({ id }) => id)
  await savePassesMoved(tx, passIds, move)
  for (const [subscriptionId, group] of Map.groupBy(passes, (pass) => pass.subscriptionId)) {
    const source = await getSubscription(tx, subscriptionId)
    if (source.email === move.email) continue
    const moved = group.map(({ id }) => id)
    await moveSubscription(deps, tx, { source, moved, move })
  }
  // The preferences have moved too. Parks that follow by an event of their own keep the times that they have until then.
  await rescheduleWatches(tx, await listSubscriptionsOfAddresses(tx, [move.email]))
}

type SubscriptionMove = { source: SubscriptionOwner; moved: string[]; move: PassMove }

/**
 * Moves a subscription. If two are of one park, the moved one stays, with its rides, and takes in the other's passes, alerts and cooldowns.
 */
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
    if (staying.length === 0) await join(tx, { from: source.id, into: target.id })
    await renew(deps, tx, [target.id, source.id])
    if (staying.length === 0) await publishMove(tx, source.id, move)
    return
  }
  if (target) await join(tx, { from: target.id, into: source.id })
  await saveAddress(tx, source.id, move.email)
  const left = staying.length > 0 ? await insertSubscription(tx, source) : null
  // A pass that stays was bought after the change, by another visitor.
  if (left) await savePassesOf(tx, left, staying)
  await renew(deps, tx, [source.id, ...(left ? [left] : [])])
  await publishMove(tx, source.id, move)
}
