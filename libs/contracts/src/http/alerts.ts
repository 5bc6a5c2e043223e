import { z } from 'zod'
import { channel, feedId, instant, parkDate, thresholdMinutes } from '../values.ts'

/** alert-evaluator's API, under `/api/alerts`. */

/** `GET /api/alerts/settings` */
export const alertSettings = z.object({
  /** The limit of a ride until a visitor sets another. */
  defaultThresholdMinutes: z.int(),
  /** How long a ride is quiet after an alert. */
  alertCooldownMinutes: z.number(),
})
export type AlertSettings = z.output<typeof alertSettings>

export const watchView = z.object({
  rideId: feedId,
  rideName: z.string(),
  active: z.boolean(),
  thresholdMinutes,
  onReopen: z.boolean(),
  /** Cooling down until then; null if it may alert now. */
  nextAlertAt: instant.nullable(),
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
  /** Each day of the park that its passes cover, in order. */
  dates: z.array(parkDate),
  windows: z.array(z.object({ startsAt: instant, endsAt: instant })),
  channels: z.array(channel),
  /** The last save left no ride, so all rides were enabled. True until the next save. */
  allRidesEnabled: z.boolean(),
  watches: z.array(watchView),
})
export type SubscriptionView = z.output<typeof subscriptionView>

/** `GET /api/alerts/subscriptions` */
export const subscriptionList = z.array(subscriptionView)

/** `PUT /api/alerts/subscriptions/:id/watches`: the whole choice; a ride not named is not watched. */
export const watchChoice = z.object({
  rideId: feedId,
  active: z.boolean(),
  thresholdMinutes: thresholdMinutes.optional(),
  onReopen: z.boolean().optional(),
})
export const watchChoices = z
  .array(watchChoice)
  .max(500)
  .refine(
    (choices) => new Set(choices.map((choice) => choice.rideId)).size === choices.length,
    'A ride is named twice',
  )
export type WatchChoice = z.output<typeof watchChoice>

/**
 * `PATCH /api/alerts/subscriptions/:id`: the switch of the park, its rides, or both in one transaction. `watches` is the whole choice.
 * A save that leaves an active park without rides enables all of them, and answers `allRidesEnabled`.
 */
export const subscriptionChange = z.object({ active: z.boolean(), watches: watchChoices }).partial()
export type SubscriptionChange = z.output<typeof subscriptionChange>
