import type { SubscriptionView, WatchView } from '@walkon/contracts/http/alerts'

const MOST = 10

/** The third of a park's rides that is most wanted, ten at most. Empty where nothing is known of them. */
export function bigRidesOf<Ride extends { rideId: string }>(
  rides: Ride[],
  popularityOf: (rideId: string) => number,
): Ride[] {
  return rides
    .filter(({ rideId }) => popularityOf(rideId) > 0)
    .toSorted((one, other) => popularityOf(other.rideId) - popularityOf(one.rideId))
    .slice(0, Math.min(MOST, Math.ceil(rides.length / 3)))
}

/** Chooses these rides, and no other. */
export const withRidesAlone = (subscription: SubscriptionView, chosen: WatchView[]): SubscriptionView => ({
  ...subscription,
  watches: subscription.watches.map((watch) => ({
    ...watch,
    active: chosen.some(({ rideId }) => rideId === watch.rideId),
  })),
})

/** True if these rides are chosen, and no other. */
export const areChosenAlone = (subscription: SubscriptionView, chosen: WatchView[]): boolean =>
  chosen.length > 0 &&
  subscription.watches.every((watch) => watch.active === chosen.some(({ rideId }) => rideId === watch.rideId))
