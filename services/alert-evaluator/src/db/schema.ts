import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { endedLinks } from '@walkon/runtime/ended-links'
export { erasedUsers } from '@walkon/runtime/erased-users'
export { requestedLetters } from '@walkon/runtime/requested-letters'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { signingKeys } from '@walkon/runtime/signing-keys'
export {
  attractions,
  lateReopenings,
  parkReadings,
  parks,
  rideLevels,
  rideLimits,
} from './catalogue-tables.ts'
export { alertDays, shortChecks } from './count-tables.ts'
export { parkHolds, visitorChanges } from './desk-tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** One visitor's interest in one park. Any number of passes carry it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower-cased. */
    email: text().notNull(),
    /** Not a foreign key: a pass may be here before its park. */
    parkId: uuid().notNull(),
    /** False once the visitor has stopped the alerts of this park; their dates stay. */
    active: boolean().notNull().default(true),
    /** True until the visitor chooses rides: every attraction is watched, also those that open later. */
    watchesAll: boolean().notNull().default(true),
    /** The last save left no ride, so all were enabled. The visitor is told so until the next save. */
    allRidesEnabled: boolean().notNull().default(false),
    /** When its visitor chose rides under an unlimited plan: plans of this address cover it since then. Null: passes alone carry it. */
    planSince: instant(),
    /**
     * When its watches may alert: the merged window that is open now, or else the next one, without quiet times. Null after the last. The
     * cover of passes is not read from here.
     */
    opensAt: instant(),
    openUntil: instant(),
    /** No ride alerts before this: the visitor has answered SNOOZE. */
    snoozedUntil: instant(),
    /** When its visitor put away what the pages say of a pass's end. An end after it is shown again. */
    endSeenAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.email, table.parkId),
    index('subscriptions_of_park').on(table.parkId),
    index('subscriptions_open').on(table.openUntil).where(sql`${table.openUntil} is not null`),
  ],
)

/** When a visitor wants no alerts, in all their parks. Kept as long as the address has a subscription. */
export const alertPreferences = pgTable(
  'alert_preferences',
  {
    /** Lower-cased. */
    email: text().primaryKey(),
    /** Times of each park's own clock; null unless set. */
    quietFrom: time({ precision: 0 }),
    quietUntil: time({ precision: 0 }),
    /** The pause lasts until the day ends in each park. */
    pausedAt: instant(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check(
      'quiet_hours_have_two_ends',
      sql`(${table.quietFrom} is null) = (${table.quietUntil} is null) and ${table.quietFrom} <> ${table.quietUntil}`,
    ),
  ],
)

/**
 * A projection of the unlimited plans. An ended plan stays for a while. An older event that comes after the end finds it, and a new plan of
 * the address covers the same parks again.
 */
export const plans = pgTable(
  'plans',
  {
    id: uuid().primaryKey(),
    /** Lower-cased; null once its owner is erased. */
    email: text(),
    coveredUntil: instant().notNull(),
    /** The version of the newest applied event. */
    version: integer().notNull(),
    endedAt: instant(),
  },
  (table) => [
    index('plans_by_email').on(table.email, table.coveredUntil),
    index('plans_by_end').on(table.coveredUntil),
  ],
)

export const passes = pgTable(
  'passes',
  {
    id: uuid().primaryKey(),
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    email: text().notNull(),
    channel: text({ enum: ['email', 'sms'] }).notNull(),
    address: text().notNull(),
    /** False for a pass that a promo code made free. */
    paid: boolean().notNull().default(true),
    /** The end of its last window. */
    endsAt: instant().notNull(),
    /** When PassEnded was published; also set for a revoked pass, which gets no PassEnded. */
    endedAt: instant(),
    /** Why it ended before its last window. */
    revokedFor: text({ enum: ['refunded', 'disputed'] }),
    /**
     * The former end of a pass that was taken back for a dispute. The dispute may be won, and a PassEnded is due then, with all its alerts.
     */
    disputedEndsAt: instant(),
    /** The newest change of its owner's address that was applied. An older one that comes later is passed over. */
    movedAt: instant(),
    /** When the mail that alerts are on was requested; it waits until the park is known. */
    announcedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    ...enumChecks(table),
    index('passes_of_subscription').on(table.subscriptionId),
    index('passes_by_email').on(table.email),
    index('passes_by_number').on(table.address).where(sql`${table.channel} = 'sms'`).concurrently(),
    index('passes_by_end').on(table.endsAt),
    index('passes_running').on(table.endsAt).where(sql`${table.endedAt} is null`),
  ],
)

/** One bought day of a pass, `[startsAt, endsAt)`. */
export const passWindows = pgTable(
  'pass_windows',
  {
    passId: uuid()
      .notNull()
      .references(() => passes.id),
    date: date({ mode: 'string' }).notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.passId, table.date] })],
)

/**
 * A ride that a subscription has ever watched. A ride that is switched off keeps its row, so that cooldown and threshold are
 * still there when it is switched on again.
 */
export const watches = pgTable(
  'watches',
  {
    subscriptionId: uuid()
      .notNull()
      .references(() => subscriptions.id),
    rideId: uuid().notNull(),
    active: boolean().notNull().default(true),
    thresholdMinutes: smallint().notNull(),
    /** True if the limit fits the ride. Its `thresholdMinutes` is then the least, which every fitted limit allows. */
    fitted: boolean().notNull().default(false),
    onReopen: boolean().notNull().default(false),
    cooldownUntil: instant(),
    /** The end of the park's day for which the visitor has answered DONE. */
    silentUntil: instant(),
    /** The latest of the window's start and the ends of cooldown, silence and snooze; null without a window, or while switched off. */
    nextAlertAt: instant(),
    /** The window's end. */
    openUntil: instant(),
    /** True once a job has seen `nextAlertAt` pass. It makes the watch fast to find and never decides (docs/decisions/alert-matching.md). */
    ready: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.rideId] }),
    index('watches_ready').on(table.rideId, table.thresholdMinutes).where(sql`${table.ready}`),
    index('watches_ready_fitted')
      .on(table.rideId)
      .where(sql`${table.ready} and ${table.fitted}`)
      .concurrently(),
    index('watches_ready_for_reopening').on(table.rideId).where(sql`${table.ready} and ${table.onReopen}`),
    index('watches_resting')
      .on(table.nextAlertAt)
      .where(sql`not ${table.ready} and ${table.nextAlertAt} is not null`),
  ],
)

/** Every alert that was made: to account for it, and to report in PassEnded what a pass has delivered. */
export const alerts = pgTable(
  'alerts',
  {
    id: uuid().primaryKey(),
    /** The AlertTriggered that names it. */
    eventId: uuid().notNull(),
    subscriptionId: uuid().notNull(),
    rideId: uuid().notNull(),
    kind: text({ enum: ['short-wait', 'reopened', 'probably-done'] }).notNull(),
    waitMinutes: integer(),
    observedAt: instant().notNull(),
    /** When the ride was last read above the mark, this reading included; null: never. A window that began later has no news of it. */
    aboveMarkAt: instant(),
    /** True if the ride is at or below the mark half of the time. Null for a reopening, and in alerts of an earlier release. */
    usuallyShort: boolean(),
    triggeredAt: instant().notNull().defaultNow(),
    /** When a delivery that names it reached an end state. */
    accountedAt: instant(),
    /** When its event was last published again, because the alert was overdue. */
    republishedAt: instant(),
    /** The limit of its watch. Null for a reopening, and in alerts of an earlier release. */
    limitMinutes: smallint(),
    /** When the park posted the wait, if this reading was the first with it. Null for a watch that began or rested while the ride was short. */
    postedAt: instant(),
    /** When a provider first accepted a message that names it. */
    acceptedAt: instant(),
    deliveredAt: instant(),
    /** True once a mail or text named it: their providers say what arrived, push services do not. */
    hasReceipts: boolean().notNull().default(false),
  },
  (table) => [
    ...enumChecks(table),
    index('alerts_of_subscription').on(table.subscriptionId, table.triggeredAt),
    // For the retention. Unlike a B-tree, it costs nothing when an alert is accounted for.
    index('alerts_by_time').using('brin', table.triggeredAt),
    index('alerts_unaccounted').on(table.triggeredAt).where(sql`${table.accountedAt} is null`),
  ],
)
