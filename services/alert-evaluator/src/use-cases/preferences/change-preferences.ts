import type { AlertPreferences } from '@walkon/contracts/http/alert-preferences'
import type { Transaction } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import {
  findPreferences,
  listSubscriptionsOfAddresses,
  lockVisitors,
  savePause,
  saveQuietHours,
} from '../../db/preferences/preferences.ts'
import { insertChanges } from '../../db/subscriptions/visitor-changes.ts'
import { lockSubscriptions } from '../../db/subscriptions/subscriptions.ts'
import { endOfPause, type QuietHours } from '../../domain/quiet-times.ts'
import { listCurrentSubscriptions, type SubscriptionDeps } from '../subscriptions/list-subscriptions.ts'
import { publishQuietTimes } from './publish-quiet-times.ts'
import { rescheduleWatches } from '../alerts/reschedule-watches.ts'

/** The visitor's quiet hours, and the parks that are paused now. */
export async function readPreferences(deps: SubscriptionDeps, email: string): Promise<AlertPreferences> {
  const preferences = await findPreferences(deps.db, email)
  if (!preferences) return { quietHours: null, pausedParks: [] }
  const { quietHours, pausedAt } = preferences
  if (!pausedAt) return { quietHours, pausedParks: [] }
  const now = deps.now()
  const pausedParks = (await listCurrentSubscriptions(deps, { email }))
    .map(({ parkId, parkName, timezone }) => ({
      parkId,
      parkName,
      timezone,
      pausedUntil: endOfPause(pausedAt, timezone),
    }))
    .filter(({ pausedUntil }) => pausedUntil > now)
    .map((park) => ({ ...park, pausedUntil: park.pausedUntil.toISOString() }))
  return { quietHours, pausedParks }
}

/** Sets the quiet hours of all the visitor's parks, or none. Throws `subscription-not-found` for a visitor without any. */
export function setQuietHours(
  deps: SubscriptionDeps,
  email: string,
  quietHours: QuietHours | null,
): Promise<AlertPreferences> {
  return changePreferences(deps, email, 'quiet-hours', (tx) => saveQuietHours(tx, email, quietHours))
}

/** Pauses all the visitor's parks until the day ends in each. Throws `subscription-not-found` for a visitor without any. */
export function pauseForToday(deps: SubscriptionDeps, email: string): Promise<AlertPreferences> {
  return changePreferences(deps, email, 'pause', (tx) => savePause(tx, email, true))
}

/** Ends a pause early; the next reading alerts. Throws `subscription-not-found` for a visitor without any. */
export function resume(deps: SubscriptionDeps, email: string): Promise<AlertPreferences> {
  return changePreferences(deps, email, 'pause', (tx) => savePause(tx, email, false))
}

/**
 * An evaluation holds the watches that it alerts until it commits: its alerts stand. One that comes later finds the new times. The
 * subscriptions are locked before their passes are read: a revocation under way would else end with the windows that it had before.
 */
async function changePreferences(
  deps: SubscriptionDeps,
  email: string,
  kind: 'quiet-hours' | 'pause',
  save: (tx: Transaction) => Promise<void>,
): Promise<AlertPreferences> {
  await deps.db.transaction(async (tx) => {
    await lockVisitors(tx, [email], 'exclusive')
    const subscriptionIds = await listSubscriptionsOfAddresses(tx, [email])
    await lockSubscriptions(tx, subscriptionIds)
    if (subscriptionIds.length === 0) throw notFound('subscription')
    const before = await findPreferences(tx, email)
    await save(tx)
    const after = await findPreferences(tx, email)
    await insertChanges(
      tx,
      subscriptionIds.map((subscriptionId) => ({ subscriptionId, kind, rideId: null, before, after })),
    )
    await publishQuietTimes(tx, [email], deps.now())
    await rescheduleWatches(tx, subscriptionIds)
  })
  return readPreferences(deps, email)
}
