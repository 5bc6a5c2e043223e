import type { newSubscription, SubscriptionView } from '@walkon/contracts/http/alerts'
import type { NewWatch } from '@walkon/contracts/new-watches'
import type { Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import type { z } from 'zod'
import { isKnownPark, lockParks } from '../../db/catalog.ts'
import { lockVisitors } from '../../db/preferences/preferences.ts'
import { lockCover, saveUnderPlan } from '../../db/plans/plans.ts'
import { lockSubscriptions, saveSwitch } from '../../db/subscriptions/subscriptions.ts'
import { announceWatchedParks } from './announce-watched-parks.ts'
import { listUnknownRides, watchAllWhereNothingIsChosen } from '../../db/subscriptions/watches.ts'
import { addChosenRides } from '../subscriptions/add-chosen-rides.ts'
import { readSubscriptions, type SubscriptionDeps } from '../subscriptions/list-subscriptions.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/**
 * Adds a park to the visitor's unlimited plan, with the chosen rides or all of them. A park that has a choice already gets them beside it. The
 * same request twice is the same park. Throws `plan-required`, `park-not-found` and `unknown-ride`.
 */
export async function addPark(
  deps: SubscriptionDeps,
  email: string,
  { parkId, watches }: z.output<typeof newSubscription>,
): Promise<SubscriptionView> {
  const id = await deps.db.transaction(async (tx) => {
    const coveredUntil = await lockCover(tx, email)
    if (!coveredUntil) throw new AppError('plan-required', 'An unlimited plan is needed to add a park')
    await lockVisitors(tx, [email], 'shared')
    await lockParks(tx, [parkId])
    if (!(await isKnownPark(tx, parkId))) throw notFound('park')
    const subscriptionId = await saveUnderPlan(tx, email, parkId)
    await lockSubscriptions(tx, [subscriptionId])
    if (watches) await addRides(tx, deps, { subscriptionId, parkId }, watches.filter(isOn))
    await watchAllWhereNothingIsChosen(tx, [subscriptionId], deps.defaultThresholdMinutes)
    await saveSwitch(tx, subscriptionId, { active: true, allRidesEnabled: false })
    await rescheduleWatches(tx, [subscriptionId])
    await announceWatchedParks(tx, [subscriptionId])
    return subscriptionId
  })
  const [view] = await readSubscriptions(deps, email, id)
  if (!view) throw notFound('subscription')
  return view
}

const isOn = ({ active }: { active?: boolean | undefined }) => active !== false

async function addRides(
  tx: Transaction,
  deps: SubscriptionDeps,
  { subscriptionId, parkId }: { subscriptionId: string; parkId: string },
  watches: NewWatch[],
): Promise<void> {
  const [unknown] = await listUnknownRides(
    tx,
    parkId,
    watches.map(({ rideId }) => rideId),
  )
  if (unknown) throw new AppError('unknown-ride', `This park has no ride ${unknown}`)
  await addChosenRides(tx, deps, [{ subscriptionId, watches }])
}
