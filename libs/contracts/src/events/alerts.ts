import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { feedId, instant, parkDate, recipient, thresholdMinutes } from '../values.ts'

/** Facts published by alert-evaluator. */

export const alertKind = z.enum(['short-wait', 'reopened'])
export type AlertKind = z.output<typeof alertKind>

/** One ride that became good news for one visitor: an alert, a cooldown and a history entry of its own. */
export const triggeredAlert = z.object({
  /** uuidv5(subscription, ride | WaitTimeObserved): a redelivered poll makes the same alert. */
  alertId: z.uuid(),
  kind: alertKind,
  rideId: feedId,
  rideName: z.string(),
  waitMinutes: z.int().min(0).nullable(),
  thresholdMinutes,
  /** When the wait was posted upstream. */
  changedAt: instant.nullable(),
  usualMinutes: z.int().nullable(),
  /** How wanted the ride is: the higher, the more wanted; 0 where the reading did not say. Absent in events of an earlier release. */
  popularity: z.number().optional(),
})
export type TriggeredAlert = z.output<typeof triggeredAlert>

/** Everything that became short for one subscription in one poll; goes out as one message a channel. */
export const alertTriggered = defineEvent({
  type: 'AlertTriggered',
  topic: 'alerts.triggered',
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({
    subscriptionId: z.uuid(),
    /** Lower-cased; whose history and manage page this belongs to. */
    email: z.email(),
    recipients: z.array(recipient).min(1),
    parkId: feedId,
    parkName: z.string(),
    timezone: z.string(),
    observedAt: instant,
    /** The same rides are not alerted again before this. */
    nextAlertAt: instant,
    /** The visit days that the passes cover, for the mail's "why you get this". */
    dates: z.array(parkDate),
    /** Shortest first; among equal waits the most wanted first. */
    alerts: z.array(triggeredAlert).min(1),
  }),
})

/** The last pass of a subscription was erased, and with it all that was known of it. Comes after its last alert. */
export const subscriptionErased = defineEvent({
  type: 'SubscriptionErased',
  topic: alertTriggered.topic,
  publisher: 'alert-evaluator',
  key: (data) => data.subscriptionId,
  data: z.object({ subscriptionId: z.uuid() }),
})

/** The last window of a pass has ended. */
export const passEnded = defineEvent({
  type: 'PassEnded',
  topic: 'alerts.passes',
  publisher: 'alert-evaluator',
  key: (data) => data.passId,
  data: z.object({
    passId: z.uuid(),
    subscriptionId: z.uuid(),
    endedAt: instant,
    /** What was alerted in its windows; billing waits until their deliveries have settled. */
    alerts: z.array(z.object({ alertId: z.uuid(), rideId: feedId })),
  }),
})
