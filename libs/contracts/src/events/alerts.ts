import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { quietHours } from '../http/alert-preferences.ts'
import {
  alertKind,
  feedId,
  instant,
  parkDate,
  recipient,
  thresholdMinutes,
  watchLimit,
  type ToldKind,
} from '../values.ts'

/** Facts published by alert-evaluator. */

/** One ride that is alerted to one subscription, with a cooldown and a history entry of its own. */
export const triggeredAlert = z.object({
  /** Derived from the reading's instant, the subscription, the ride and the WaitTimeObserved: a redelivered poll makes the same alert. */
  alertId: z.uuid(),
  kind: alertKind,
  rideId: feedId,
  rideName: z.string(),
  waitMinutes: z.int().min(0).nullable(),
  thresholdMinutes,
  /** `fit` where the limit came from what the ride usually posts at the hour: its wait is short for this ride. */
  limit: z.nullish(watchLimit),
  /** When the wait was posted upstream. */
  changedAt: z.nullable(instant),
  usualMinutes: z.int().nullable(),
  /** How wanted the ride is: the higher, the more wanted; 0 where the reading did not say. Absent in events of an earlier release. */
  popularity: z.number().optional(),
})
export type TriggeredAlert = z.output<typeof triggeredAlert>

/** An alert, or the news that a ride is probably done for today. */
export type ToldAlert = Omit<TriggeredAlert, 'kind'> & { kind: ToldKind }

/** The message of one subscription and one poll, but for its rides. */
const message = {
  subscriptionId: z.uuid(),
  /** Lower-cased; the owner of the history and the manage page. */
  email: z.email(),
  recipients: z.array(recipient).min(1),
  parkId: feedId,
  parkName: z.string(),
  timezone: z.string(),
  observedAt: instant,
  /** The same rides are not alerted again before this. */
  nextAlertAt: instant,
  /** The days that the passes cover, for the mail's reason; empty where a plan alone covers the park. */
  dates: z.array(parkDate),
}

export const alertTriggered = defineEvent({
  type: 'AlertTriggered',
  summary:
    'Rides became short, or reopened, for one subscription in one poll. Goes out as one message a channel.',
  topic: 'alerts.triggered',
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({
    ...message,
    /** Shortest first; among equal waits the most wanted first. */
    alerts: z.array(triggeredAlert).min(1),
  }),
})

/**
 * An event of its own, because a consumer of an earlier release takes each alert for a ride to walk to. Its `nextAlertAt` is the instant of its
 * poll: it claims no cooldown, and the watch goes on.
 */
export const doneForTodayPredicted = defineEvent({
  type: 'DoneForTodayPredicted',
  summary:
    'Rides that are down are probably not back before their park closes, told to one subscription that asked to hear when they reopen: once for each ride and day. Goes out as one message a channel, and counts for no guarantee.',
  topic: alertTriggered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({
    ...message,
    alerts: z.array(z.object({ ...triggeredAlert.shape, kind: z.literal('probably-done') })).min(1),
  }),
})

export const subscriptionErased = defineEvent({
  type: 'SubscriptionErased',
  summary:
    'The last pass of a subscription was erased, and with it all that was known of it. Comes after its last alert.',
  topic: alertTriggered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({ subscriptionId: z.uuid() }),
})

export const subscriptionMoved = defineEvent({
  type: 'SubscriptionMoved',
  summary:
    'The account that owns a subscription has another address. Alerts of the subscription that name the old one are for the new one.',
  topic: alertTriggered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({
    subscriptionId: z.uuid(),
    /** The new address, lower-cased. */
    email: z.email(),
    changedAt: instant,
  }),
})

export const passRegistered = defineEvent({
  type: 'PassRegistered',
  summary:
    'The evaluator has a pass that was activated or given back. Follows each of these events, also one that was published again.',
  topic: 'alerts.passes',
  publisher: 'alert-evaluator',
  key: (data) => data.passId,
  data: z.object({ passId: z.uuid() }),
})

export const planRegistered = defineEvent({
  type: 'PlanRegistered',
  summary:
    'The evaluator has the coverage of a plan, of this version. Follows each PlanCoverageChanged, also one that was published again.',
  topic: passRegistered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.planId,
  data: z.object({ planId: z.uuid(), version: z.int().min(1) }),
})

export const passEnded = defineEvent({
  type: 'PassEnded',
  summary: 'The last window of a pass has ended.',
  topic: passRegistered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    subscriptionId: z.uuid(),
    endedAt: instant,
    /** The alerts of short waits in its windows: the guarantee counts no reopening (decisions, section 4). Billing waits until their deliveries have reached an end state. */
    alerts: z.array(
      z.object({
        alertId: z.uuid(),
        rideId: feedId,
        /** False where the ride was short when the window began and ever since, or is short most of the day. Absent in events of an earlier release: it counts. */
        counts: z.boolean().optional(),
      }),
    ),
  }),
})

export const parkWatchChanged = defineEvent({
  type: 'ParkWatchChanged',
  summary:
    'A subscription that a plan covers watches its park until this time, or no longer. Passes are not told of here: they name their park and windows themselves.',
  topic: 'alerts.watched-parks',
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({
    subscriptionId: z.uuid(),
    parkId: feedId,
    /** Null: the plan has ended, or the visitor has stopped the alerts of the park. */
    watchedUntil: z.nullable(instant),
  }),
})

export const quietTimesChanged = defineEvent({
  type: 'QuietTimesChanged',
  summary:
    'When an address wants no alerts has changed: it was set, moved or deleted. Each event has the whole state of its address.',
  topic: 'alerts.quiet-times',
  publisher: 'alert-evaluator',
  key: (data) => data.addressHash,
  data: z.object({
    /** SHA-256 of the normalised address, hex. */
    addressHash: z.string(),
    /** Applied in each park's own time zone; null for none. */
    quietHours: z.nullable(quietHours),
    /** The pause lasts until the park's day of this instant ends; null without one. */
    pausedAt: z.nullable(instant),
    /** The later of two events of an address stands. */
    changedAt: instant,
  }),
})
