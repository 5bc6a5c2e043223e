import type { SubscriptionChange, SubscriptionView, WatchChoice } from '@walkon/contracts/http/alerts'
import type { Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { lockCover, savePlanSince } from '../../db/plans/plans.ts'
import {
  lockOwnSubscription,
  saveSwitch,
  type OwnSubscription,
} from '../../db/subscriptions/subscriptions.ts'
import { recordingChoices } from '../../db/subscriptions/visitor-changes.ts'
import {
  listUnknownRides,
  saveChoices,
  watchAllWhereNothingIsChosen,
} from '../../db/subscriptions/watches.ts'
import { announceWatchedParks } from '../plans/announce-watched-parks.ts'
import { readSubscriptions, type Owner, type SubscriptionDeps } from './list-subscriptions.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Saves the switch of a park, the choice of its rides, or both. An active park that is left without rides gets all of them:
 * it would alert of nothing (core, section 4). Rides that are chosen while a plan covers add the park to the plan. Throws `subscription-not-found`, also for a subscription of another visitor, or of another park than the key's,
 * and `unknown-ride` for a ride of another park.
 */
export async function changeSubscription(
  deps: SubscriptionDeps,
  { email, parkId }: Owner,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionView> {
  await deps.db.transaction(async (tx) => {
    const coveredUntil = change.watches ? await lockCover(tx, email) : null
    const subscription = await lockOwnSubscription(tx, email, id)
    if (!subscription || (parkId !== undefined && subscription.parkId !== parkId))
      throw notFound('subscription')
    await recordingChoices(tx, [id], async () => {
      if (change.watches) await chooseRides(tx, deps, subscription, change.watches)
      const active = change.active ?? subscription.active
      const enabled = active ? await watchAllWhereNothingIsChosen(tx, [id], deps.defaultThresholdMinutes) : []
      await saveSwitch(tx, id, { active, allRidesEnabled: enabled.length > 0 })
    })
    if (coveredUntil) await savePlanSince(tx, id)
    await rescheduleWatches(tx, [id])
    await announceWatchedParks(tx, [id])
  })
  const [view] = await readSubscriptions(deps, email, id)
  if (!view) throw notFound('subscription')
  return view
}

/** The whole choice of a locked subscription's rides. Throws `unknown-ride`. */
export async function chooseRides(
  tx: Transaction,
  { defaultThresholdMinutes }: SubscriptionDeps,
  { id, parkId }: Pick<OwnSubscription, 'id' | 'parkId'>,
  choices: WatchChoice[],
): Promise<void> {
  const rideIds = choices.map(({ rideId }) => rideId)
  const [unknown] = await listUnknownRides(tx, parkId, rideIds)
  if (unknown) throw new AppError('unknown-ride', `This park has no ride ${unknown}`)
  await saveChoices(tx, id, choices, defaultThresholdMinutes)
}
