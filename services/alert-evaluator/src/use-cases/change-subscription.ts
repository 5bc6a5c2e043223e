import type { SubscriptionView, WatchChoice } from '@walkon/contracts/http/alerts'
import type { Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { lockOwnSubscription, saveActive, type OwnSubscription } from '../db/subscriptions.ts'
import { listUnknownRides, saveChoices, watchAllWhereNothingIsChosen } from '../db/watches.ts'
import { readSubscriptions, type SubscriptionDeps } from './list-subscriptions.ts'
import { rescheduleWatches } from './reschedule-watches.ts'

/** Switches the alerts of a park on or off. Throws `subscription-not-found`, also for a subscription of another visitor. */
export function switchSubscription(
  deps: SubscriptionDeps,
  email: string,
  id: string,
  active: boolean | undefined,
): Promise<SubscriptionView> {
  return changeOwn(deps, email, id, async (tx, subscription) => {
    if (active === undefined || active === subscription.active) return
    await saveActive(tx, id, active)
    if (active) await watchAllWhereNothingIsChosen(tx, [id], deps.defaultThresholdMinutes)
  })
}

/** Watches these rides and no others. Throws `subscription-not-found`, or `unknown-ride` for a ride of another park. */
export function chooseWatches(
  deps: SubscriptionDeps,
  email: string,
  id: string,
  choices: WatchChoice[],
): Promise<SubscriptionView> {
  return changeOwn(deps, email, id, async (tx, { parkId }) => {
    const rideIds = choices.map(({ rideId }) => rideId)
    const [unknown] = await listUnknownRides(tx, parkId, rideIds)
    if (unknown) throw new AppError('unknown-ride', `This park has no ride ${unknown}`)
    await saveChoices(tx, id, choices, deps.defaultThresholdMinutes)
  })
}

async function changeOwn(
  deps: SubscriptionDeps,
  email: string,
  id: string,
  change: (tx: Transaction, subscription: OwnSubscription) => Promise<void>,
): Promise<SubscriptionView> {
  await deps.db.transaction(async (tx) => {
    const subscription = await lockOwnSubscription(tx, email, id)
    if (!subscription) throw notFound('subscription')
    await change(tx, subscription)
    await rescheduleWatches(tx, [id])
  })
  const [view] = await readSubscriptions(deps, email, id)
  if (!view) throw notFound('subscription')
  return view
}
