import { z } from 'zod/mini'
import { switchedWatches } from '../new-watches.ts'
import { channel, feedId, instant, parkDate, thresholdMinutes, watchLimit } from '../values.ts'

/** alert-evaluator's API, under `/api/alerts`. */

export const watchView = z.object({
  rideId: feedId,
  rideName: z.string(),
  /** False for an attraction that the visitor chose and that posts no waits, or is in refurbishment; absent otherwise. */
  isRide: z.optional(z.boolean()),
  active: z.boolean(),
  /** The limit in minutes; of a limit that fits the ride, as it is at this hour. */
  thresholdMinutes,
  limit: z.optional(watchLimit),
  /** Set for a limit that fits the ride: false while the hour has too little history, and the default holds. */
  isFitted: z.optional(z.boolean()),
  onReopen: z.boolean(),
  /** The end of the cooldown, of a DONE or of a SNOOZE; null if the watch may alert now. */
  nextAlertAt: z.nullable(instant),
})
export type WatchView = z.output<typeof watchView>

export const subscriptionView = z.object({
  id: z.uuid(),
  parkId: feedId,
  parkName: z.string(),
  timezone: z.string(),
  active: z.boolean(),
  /** `scheduled` before the first window, `ended` after the last. */
  state: z.enum(['scheduled', 'active', 'stopped', 'ended']),
  startDate: parkDate,
  endDate: parkDate,
  /** Each day of the park that its passes cover, in order; empty where a plan alone covers it. */
  dates: z.array(parkDate),
  windows: z.array(z.object({ startsAt: instant, endsAt: instant })),
  /** True if the unlimited plan covers the park now. */
  isCoveredByPlan: z.boolean(),
  channels: z.array(channel),
  /** The last save left no ride, so all rides were enabled. True until the next save. */
  allRidesEnabled: z.boolean(),
  watches: z.array(watchView),
})
export type SubscriptionView = z.output<typeof subscriptionView>

/** `GET /api/alerts/subscriptions` */
export const subscriptionList = z.array(subscriptionView)

/** `GET /api/alerts/ended`: parks whose alerts have ended, and what the last pass brought. Each is told until it is put away. */
export const endedAlerts = z.object({
  subscriptionId: z.uuid(),
  parkId: feedId,
  parkName: z.string(),
  timezone: z.string(),
  endedAt: instant,
  /** `over`: its last window ended. Otherwise its money went back. */
  reason: z.enum(['over', 'refunded', 'disputed']),
  alertCount: z.int(),
  rideCount: z.int(),
})
export type EndedAlerts = z.output<typeof endedAlerts>
export const endedAlertsList = z.array(endedAlerts)

/** `PUT /api/alerts/subscriptions/:id/watches`: replaces the whole choice. A ride that is not named is not watched. */
export const watchChoice = z.object({
  rideId: feedId,
  active: z.boolean(),
  thresholdMinutes: z.optional(thresholdMinutes),
  /** With it the minutes do not count; minutes without it end it. */
  limit: z.optional(watchLimit),
  onReopen: z.optional(z.boolean()),
})
export const watchChoices = z.array(watchChoice).check(
  z.maxLength(500),
  z.refine(
    (choices) => new Set(choices.map((choice) => choice.rideId)).size === choices.length,
    'A ride is named twice',
  ),
)
export type WatchChoice = z.output<typeof watchChoice>

/**
 * `PATCH /api/alerts/subscriptions/:id`: the switch of the park, its rides, or both in one transaction. `watches` is the whole choice.
 * A save that leaves an active park without rides enables all of them, and answers `allRidesEnabled`.
 */
export const subscriptionChange = z.object({
  active: z.optional(z.boolean()),
  watches: z.optional(watchChoices),
})
export type SubscriptionChange = z.output<typeof subscriptionChange>

/** `GET /api/alerts/cover`: whether the caller may add parks. */
export const coverView = z.object({
  /** Until when the caller's unlimited plan covers; null without one. */
  coveredUntil: z.nullable(instant),
})

/** `POST /api/alerts/subscriptions`: adds a park to the caller's plan, with the chosen rides; without `watches` all of the park. */
export const newSubscription = z.object({ parkId: feedId, watches: z.optional(switchedWatches) })
export type NewSubscription = z.input<typeof newSubscription>
