import { DELIVERY_STATES } from '@walkon/contracts/http/notifications'
import { channel, mailList, toldKind } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DeliveryContent } from '../domain/content.ts'
import { DELIVERY_SOURCES } from '../domain/delivery-source.ts'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { countedMails } from '@walkon/runtime/counted-mails'
export { endedLinks } from '@walkon/runtime/ended-links'
export { providerEventMarks } from '@walkon/runtime/provider-event-marks'
export { providerEvents } from '@walkon/runtime/provider-events'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { sharedRates } from '@walkon/runtime/shared-rates'
export { signingKeys } from '@walkon/runtime/signing-keys'
export { accounts, waitingLetters } from './accounts/account-tables.ts'
export {
  erasedAddresses,
  erasedSubscriptions,
  erasedUsers,
  movedAddresses,
  movedSubscriptions,
} from './accounts/erasure-tables.ts'
export { newsletterIssues, newsletterSubscribers } from './newsletter/newsletter-tables.ts'
export { sendingRates, unpublishedOutcomes } from './deliveries/outcome-tables.ts'
export { planNumbers, plans, planTextMonths } from './plans/plan-tables.ts'
export { pushDevices, pushPreferences, vapidKeys } from './push/push-tables.ts'
export { restores } from './restores/restore-tables.ts'
export { addressChecks, suppressions } from './suppressions/suppression-tables.ts'
export { webhookEndpoints, webhookMessages } from './webhooks/webhook-tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Deliveries that are no alerts, by which they are found. The planner takes their indexes only for these very words. */
export const NO_ALERT = sql.raw(`source <> 'alert'`)

/** Deliveries to an address to which no row of `delivery_alerts` leads. */
export const FOUND_BY_ADDRESS = sql.raw(`(source <> 'alert' or (channel = 'email' and address <> email))`)

/** One message to one address on one channel, and its outcome. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: uuid().primaryKey(),
    source: text({ enum: DELIVERY_SOURCES }).notNull(),
    /** The event that named the alerts, or the notification or test asked for. */
    sourceId: uuid().notNull(),
    subscriptionId: uuid(),
    /** The account of a letter that was asked for by user id, which it follows to another address. */
    userId: uuid(),
    /** The list that a letter belongs to; null for one that cannot be left, and for alerts. */
    list: text({ enum: valuesOf(mailList) }),
    /** The email address of the alerts' owner; the message can go elsewhere. Null if none is known. */
    email: text(),
    channel: text({ enum: valuesOf(channel) }).notNull(),
    address: text().notNull(),
    addressHash: text().notNull(),
    parkId: uuid(),
    /** Null once nothing remains to be sent: it can hold a link that still works. Alerts by text keep it while a text may fail and be of use, answers to replies keep theirs. */
    content: jsonb().$type<DeliveryContent>(),
    /** For the support desk: the contracts keep codes and tokens out of it. Null for alerts, and in rows of an earlier release. */
    subject: text(),
    state: text({ enum: DELIVERY_STATES }).notNull().default('queued'),
    attemptNo: integer().notNull().default(0),
    leaseOwner: uuid(),
    leaseUntil: instant(),
    /** `infinity` for an email that waits for the pushes of the same alerts, or that they have replaced. */
    notBefore: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    /** When the provider was last called; where the look-up begins to search. */
    calledAt: instant(),
    /** Since when it is not known whether the last call took effect. */
    doubtedAt: instant(),
    /** When the handing over of the present attempt began, before its first byte; for a provider that cannot be asked later. */
    handedAt: instant(),
    /** How often it has come in doubt. */
    doubts: integer().notNull().default(0),
    /** When it was first known that the provider has the message. */
    acceptedAt: instant(),
    /** When the provider said that the message reached its mailbox. */
    deliveredAt: instant(),
    providerId: text(),
    /** The reference in an email's foot for support; null for one of an earlier release. */
    reference: text(),
    /** The provider's id of the text that failed and in whose place a second one goes. */
    retryOf: text(),
    /** SHA-256 of the code in a text's link, hex. */
    linkHash: text(),
    /** A stable code, never a provider's text: that can contain an address. */
    lastError: text(),
    /** When the waits were read; null for other notifications. */
    observedAt: instant(),
    /** When the event that asked for it was published: what counts against an erasure. */
    requestedAt: instant().notNull(),
    traceparent: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    ...enumChecks(table),
    unique('deliveries_once').on(table.sourceId, table.channel, table.addressHash),
    // Each loop reads only the rows that it may have to act on, however many have ended.
    index('deliveries_queued').on(table.channel, table.notBefore).where(sql`state = 'queued'`),
    index('deliveries_queued_expiry').on(table.expiresAt).where(sql`state = 'queued'`),
    index('deliveries_queued_address').on(table.addressHash).where(sql`state = 'queued'`),
    index('deliveries_leased').on(table.leaseUntil).where(sql`state = 'sending'`),
    index('deliveries_unknown').on(table.channel, table.notBefore).where(sql`state = 'unknown'`),
    index('deliveries_kept_words').on(table.expiresAt).where(sql`state = 'accepted' and content is not null`),
    index('deliveries_open')
      .on(table.channel, table.createdAt)
      .where(sql`state in ('queued', 'sending', 'unknown')`),
    // For the retention. Unlike a B-tree, it costs nothing when a delivery changes its state.
    index('deliveries_by_time').using('brin', table.createdAt),
    // For erasures. Alerts, which are most of all deliveries, are found through delivery_alerts, whose rows never move.
    index('deliveries_by_address').on(table.addressHash).where(FOUND_BY_ADDRESS),
    // The newest text to a number, which a reply is about.
    index('deliveries_texts').on(table.addressHash, table.createdAt).where(sql`channel = 'sms'`),
    uniqueIndex('deliveries_by_link').on(table.linkHash).where(sql`link_hash is not null`),
    // Letters by owner, not by address: an account can have changed its address since.
    index('deliveries_letters_of').on(table.email).where(NO_ALERT),
    index('deliveries_of_user').on(table.userId).where(sql`user_id is not null`).concurrently(),
    index('deliveries_by_provider_id')
      .on(table.providerId)
      .where(sql`provider_id is not null`)
      .concurrently(),
    uniqueIndex('deliveries_by_reference')
      .on(table.reference)
      .where(sql`reference is not null`)
      .concurrently(),
    index('deliveries_by_subscription').on(table.subscriptionId).where(NO_ALERT),
  ],
)

/** The documents' alert_history: one row for each ride that a message names. */
export const deliveryAlerts = pgTable(
  'delivery_alerts',
  {
    alertId: uuid().notNull(),
    channel: text({ enum: valuesOf(channel) }).notNull(),
    addressHash: text().notNull(),
    deliveryId: uuid().notNull(),
    /** The owner of the history: SHA-256 of the address, hex, which is all that is known at an erasure. */
    emailHash: text().notNull(),
    subscriptionId: uuid().notNull(),
    kind: text({ enum: valuesOf(toldKind) }).notNull(),
    parkId: uuid().notNull(),
    parkName: text().notNull(),
    rideId: uuid().notNull(),
    rideName: text().notNull(),
    waitMinutes: integer(),
    /** The usual wait of this hour; null while unknown, and in rows of an earlier release. */
    usualMinutes: integer(),
    /** How wanted the ride is; null in rows of an earlier release. */
    popularity: real(),
    thresholdMinutes: integer().notNull(),
    message: text().notNull(),
    /** A text in whose favor the visitor's own mail was left out: it counts as given to their address. */
    replacesMail: boolean().notNull().default(false),
    createdAt: instant().notNull().defaultNow(),
    /** Gone from the visitor's list; the record of the delivery stays. */
    clearedAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    // The same alert never goes to the same address twice, also when two events name it.
    primaryKey({ name: 'delivery_alerts_once', columns: [table.alertId, table.channel, table.addressHash] }),
    index('delivery_alerts_delivery').on(table.deliveryId),
    index('delivery_alerts_history').on(table.emailHash, table.createdAt),
    index('delivery_alerts_subscription').on(table.subscriptionId),
  ],
)

/**
 * Numbers that may be texted about an address's alerts. A text asked when an order or a plan named the number; its YES confirmed it. A
 * number can be named by several visitors, so each pair is confirmed by itself.
 */
export const consents = pgTable(
  'consents',
  {
    /** SHA-256 of the number, hex. */
    numberHash: text().notNull(),
    /** SHA-256 of the address that the alerts belong to, hex. */
    emailHash: text().notNull(),
    /** E.164. */
    number: text().notNull(),
    email: text().notNull(),
    /** The words that the visitor agreed to, and when. */
    version: text().notNull(),
    givenAt: instant().notNull(),
    /** No order has named the pair: the consent is in use as long as the number is that of the visitor's plan. */
    isOfPlanAlone: boolean().notNull().default(false),
    /** When the account of an earlier address came to this one; null where it was named here. */
    movedAt: instant(),
    /** When the number was last asked; null until a text could be sent. */
    askedAt: instant(),
    remindedAt: instant(),
    /** When its owner answered YES. */
    confirmedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.numberHash, table.emailHash] }),
    index('consents_of_email').on(table.emailHash),
    index('consents_asked').on(table.askedAt).where(sql`confirmed_at is null and reminded_at is null`),
  ],
)
