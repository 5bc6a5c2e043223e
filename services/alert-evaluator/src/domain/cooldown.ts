/** A ride alerts a subscription once in so many minutes, unless the operator says otherwise (`ALERT_COOLDOWN_MINUTES`). */
export const COOLDOWN_MINUTES = 60

/** In the cache, where a claim of a watch's cooldown holds the alert that made it. */
export const cooldownKey = (subscriptionId: string, rideId: string | undefined) =>
  `cooldown:${subscriptionId}:${rideId}`
