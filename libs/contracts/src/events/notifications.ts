import { z } from 'zod'
import { defineEvent } from '../event.ts'
import { channel, feedId, instant, parkDate, recipient } from '../values.ts'

/** Facts published by notifier, and the request that every service may address to it. */

/** A mail of identity that asks for a step: by the link, or by typing the code where the step was begun. */
const accountLink = <Kind extends string>(kind: Kind) =>
  z.object({
    kind: z.literal(kind),
    /** Of the link, from its `/` on; the site is the notifier's. */
    path: z.string().startsWith('/'),
    /** Of the app that asked for the mail, from its `/` on; `path` leads to our own page then too. */
    appPath: z.string().startsWith('/').optional(),
    code: z.string(),
    linkExpiresAt: instant,
    codeExpiresAt: instant,
  })

/** What can be asked of the notifier besides alerts. A service that needs another mail adds its kind here. */
export const notification = z.discriminatedUnion('kind', [
  /** The link that confirms an address before its first free alert. */
  z.object({
    kind: z.literal('confirm-alerts'),
    token: z.string(),
    parkName: z.string(),
    dates: z.array(parkDate).min(1),
    expiresAt: instant,
  }),
  /** Alerts are on: what was activated, and the manage link. */
  z.object({
    kind: z.literal('alerts-activated'),
    /** Whose erasure takes the mail with it. */
    subscriptionId: z.uuid().optional(),
    parkId: feedId,
    parkName: z.string(),
    timezone: z.string(),
    dates: z.array(parkDate).min(1),
    startsAt: instant,
  }),
  accountLink('confirm-account'),
  accountLink('reset-password'),
  accountLink('sign-in'),
  accountLink('confirm-new-email'),
  /** Somebody wanted to sign up with an address that has an account. */
  z.object({ kind: z.literal('account-exists') }),
  z.object({ kind: z.literal('reauthentication'), code: z.string(), expiresAt: instant }),
  /** Somebody knows the password and guesses at the codes of the authenticator app. */
  z.object({ kind: z.literal('second-factor-guessed'), guessedAt: instant }),
  /** Told to whoever owned the account before the change. */
  z.object({
    kind: z.literal('account-changed'),
    change: z.enum(['password', 'email', 'second-factor-on', 'second-factor-off']),
    changedAt: instant,
  }),
])
export type Notification = z.output<typeof notification>

/** Write this to that person, once. */
export const notificationRequested = defineEvent({
  type: 'NotificationRequested',
  topic: 'notifications.requested',
  publisher: 'any',
  key: (data) => data.notificationId,
  data: z.object({
    notificationId: z.uuid(),
    recipient,
    notification,
    /** After this it is no use to anybody and is not sent. */
    expiresAt: instant,
  }),
})

/** `accepted` is the provider's word; `delivered` and `bounced` come later, from its receipts. */
export const deliveryOutcome = z.enum(['accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed'])
export type DeliveryOutcome = z.output<typeof deliveryOutcome>

/** A delivery has come to an end state, or has moved on from one (accepted to delivered or bounced). */
export const deliveryRecorded = defineEvent({
  type: 'DeliveryRecorded',
  topic: 'notifications.deliveries',
  publisher: 'notifier',
  key: (data) => data.deliveryId,
  data: z.object({
    deliveryId: z.uuid(),
    channel,
    outcome: deliveryOutcome,
    /** A stable code that says why, for every outcome but accepted and delivered. */
    reason: z.string().nullable(),
    /** The alerts the message named; empty for other notifications. */
    alerts: z.array(z.object({ alertId: z.uuid(), rideId: feedId })),
    recordedAt: instant,
  }),
})

/** This address is not written to any more. Only its hash travels. */
export const recipientSuppressed = defineEvent({
  type: 'RecipientSuppressed',
  topic: 'notifications.deliveries',
  publisher: 'notifier',
  key: (data) => data.addressHash,
  data: z.object({
    channel,
    /** SHA-256 of the normalised address, hex. */
    addressHash: z.string(),
    reason: z.enum(['unsubscribed', 'bounced', 'complained', 'invalid']),
    suppressedAt: instant,
  }),
})
