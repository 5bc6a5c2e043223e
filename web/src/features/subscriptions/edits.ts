import type {
  SubscriptionChange,
  SubscriptionView,
  WatchChoice,
  WatchView,
} from '@walkon/contracts/http/alerts'
import type { NewWatch } from '@walkon/contracts/new-watches'
import { isCountedRide } from '@walkon/contracts/rides'
import { DEFAULT_THRESHOLD_MINUTES } from '@walkon/contracts/values'

/** A visitor's edits before Save Changes, as pure steps from one subscription to the next. */

/** A park that is switched off takes its rides with it; one that is switched on has rides to watch. */
export function withActive(subscription: SubscriptionView, active: boolean): SubscriptionView {
  const hasRides = subscription.watches.some((watch) => watch.active)
  return active && hasRides
    ? { ...subscription, active }
    : { ...withAllRides(subscription, { active }), active }
}

export function withWatch(
  subscription: SubscriptionView,
  rideId: string,
  change: Partial<WatchView>,
): SubscriptionView {
  return {
    ...subscription,
    watches: subscription.watches.map((watch) =>
      watch.rideId === rideId ? withChange(watch, change) : watch,
    ),
  }
}

export function withAllRides(subscription: SubscriptionView, change: Partial<WatchView>): SubscriptionView {
  return { ...subscription, watches: subscription.watches.map((watch) => withChange(watch, change)) }
}

/** A limit in minutes ends one that fits the ride. */
function withChange(watch: WatchView, change: Partial<WatchView>): WatchView {
  if (change.thresholdMinutes === undefined || change.limit) return { ...watch, ...change }
  const { limit: _, isFitted: __, ...inMinutes } = watch
  return { ...inMinutes, ...change }
}

/** A park that is about to be added: all its rides, none of them chosen. */
export function newChoiceOf(
  park: { id: string; name: string; timezone: string },
  rides: { rideId: string; name: string; isRide?: boolean | undefined }[],
  thresholdMinutes = DEFAULT_THRESHOLD_MINUTES,
): SubscriptionView {
  return {
    id: park.id,
    parkId: park.id,
    parkName: park.name,
    timezone: park.timezone,
    active: true,
    state: 'active',
    startDate: '',
    endDate: '',
    dates: [],
    windows: [],
    isCoveredByPlan: true,
    channels: ['email'],
    allRidesEnabled: false,
    watches: rides.filter(isCountedRide).map(({ rideId, name }) => ({
      rideId,
      rideName: name,
      active: false,
      thresholdMinutes,
      onReopen: false,
      nextAlertAt: null,
    })),
  }
}

/** The watches that count: an attraction that posts no waits is watched, and is no ride. */
export const watchedRides = (watches: WatchView[]): WatchView[] =>
  watches.filter((watch) => watch.active && isCountedRide(watch))

/** The limit that all rides have, or null where they differ. */
export function limitOfAll({ watches }: SubscriptionView): number | null {
  const [first, ...rest] = watches
  const isSame = (watch: WatchView) => !watch.limit && watch.thresholdMinutes === first?.thresholdMinutes
  return first && [first, ...rest].every(isSame) ? first.thresholdMinutes : null
}

/** The most wanted first; equal ones by name. */
export function byInterest(watches: WatchView[], popularityOf: (rideId: string) => number): WatchView[] {
  return watches.toSorted(
    (one, other) =>
      popularityOf(other.rideId) - popularityOf(one.rideId) || one.rideName.localeCompare(other.rideName),
  )
}

/** A visitor's unsaved changes of a subscription, by the id of the ride. */
export type SubscriptionEdit = { active?: boolean; rides: Record<string, WatchEdit> }
type WatchEdit = Partial<Pick<WatchView, 'active' | 'thresholdMinutes' | 'limit' | 'onReopen'>>

/**
 * `kept` is what the server keeps, and what it is about to keep while a save is under way: a choice that differs from one of them
 * is the visitor's, whether or not the save succeeds.
 */
export function editOf(kept: SubscriptionView[], edited: SubscriptionView): SubscriptionEdit {
  const rides = edited.watches.map((watch) => {
    const before = kept.map(({ watches }) => watches.find(({ rideId }) => rideId === watch.rideId))
    const changed = Object.entries(toChoice(watch)).filter(([field, value]) =>
      before.some((choice) => value !== choice?.[field as keyof WatchChoice]),
    )
    const hasOtherKind = before.some((choice) => choice?.limit !== watch.limit)
    return [watch.rideId, { ...Object.fromEntries(changed), ...(hasOtherKind && toLimit(watch)) }] as const
  })
  return {
    ...(kept.some(({ active }) => active !== edited.active) && { active: edited.active }),
    rides: Object.fromEntries(rides),
  }
}

/** The rides that another device has changed meanwhile stay as it left them. */
export function withEdit(saved: SubscriptionView, edit: SubscriptionEdit | undefined): SubscriptionView {
  if (!edit) return saved
  return {
    ...saved,
    active: edit.active ?? saved.active,
    watches: saved.watches.map((watch) => withChange(watch, edit.rides[watch.rideId] ?? {})),
  }
}

/** Returns an edit for the server. The rides of a park travel together: a ride not named would not be watched. */
export function changesOf(saved: SubscriptionView, edited: SubscriptionView): SubscriptionChange {
  const choices = edited.watches.map(toChoice)
  const hasOtherRides = JSON.stringify(choices) !== JSON.stringify(saved.watches.map(toChoice))
  return {
    ...(saved.active !== edited.active && { active: edited.active }),
    ...(hasOtherRides && { watches: choices }),
  }
}

export function isEdited(saved: SubscriptionView, edited: SubscriptionView): boolean {
  return Object.keys(changesOf(saved, edited)).length > 0
}

/** The minutes of a limit that fits the ride are of the hour, and no choice of the visitor's. */
export function toChoice(watch: WatchView): WatchChoice {
  const { rideId, active, onReopen } = watch
  return { rideId, active, ...toLimit(watch), onReopen }
}

/** The chosen rides as an order carries them. None are named where every ride of the park is chosen as it comes: later ones belong to it. */
export function toOrderedRides(
  { watches }: SubscriptionView,
  defaultMinutes = DEFAULT_THRESHOLD_MINUTES,
): NewWatch[] | undefined {
  const isAsItComes = ({ active, limit, onReopen, thresholdMinutes }: WatchView) =>
    active && !limit && !onReopen && thresholdMinutes === defaultMinutes
  if (watches.every(isAsItComes)) return undefined
  return watches
    .filter(({ active }) => active)
    .map((watch) => ({ rideId: watch.rideId, ...toLimit(watch), ...(watch.onReopen && { onReopen: true }) }))
}

const toLimit = ({ limit, thresholdMinutes }: WatchView) => (limit ? { limit } : { thresholdMinutes })
