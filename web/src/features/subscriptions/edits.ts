import type { SubscriptionView, WatchChoice, WatchView } from '@walkon/contracts/http/alerts'

/** What a visitor edits before Save Changes, as pure steps from one subscription to the next. */

/** A park that is switched off takes its rides with it; one that is switched on has rides to watch. */
export function withActive(subscription: SubscriptionView, active: boolean): SubscriptionView {
  const hasRides = subscription.watches.some((watch) => watch.active)
  if (active && hasRides) return { ...subscription, active }
  return { ...subscription, active, watches: subscription.watches.map((watch) => ({ ...watch, active })) }
}

export function withWatch(
  subscription: SubscriptionView,
  rideId: string,
  change: Partial<WatchView>,
): SubscriptionView {
  return {
    ...subscription,
    watches: subscription.watches.map((watch) => (watch.rideId === rideId ? { ...watch, ...change } : watch)),
  }
}

export function withAllRides(subscription: SubscriptionView, active: boolean): SubscriptionView {
  return { ...subscription, watches: subscription.watches.map((watch) => ({ ...watch, active })) }
}

/** All rides off says nothing a visitor could want: such a subscription gets them all back (core, section 4). */
export function hasNoRide({ watches }: SubscriptionView): boolean {
  return watches.length > 0 && watches.every((watch) => !watch.active)
}

/** The requests an edit comes to. The rides of a park travel together: a ride not named would not be watched. */
export function changesOf(
  saved: SubscriptionView,
  edited: SubscriptionView,
): { active?: boolean; watches?: WatchChoice[] } {
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

function toChoice({ rideId, active, thresholdMinutes, onReopen }: WatchView): WatchChoice {
  return { rideId, active, thresholdMinutes, onReopen }
}
