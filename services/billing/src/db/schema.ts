import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { orders } from './checkout/order-tables.ts'
import { assistDays } from './lightning-lane/assist-day-tables.ts'
import { plans } from './plans/plan-tables.ts'

export { inbox } from '@walkon/messaging/inbox-marks'
export { outbox } from '@walkon/messaging/outbox'
export { outboxBatches } from '@walkon/messaging/outbox-batches'
export { adminActions } from '@walkon/runtime/admin-actions'
export { countedMails } from '@walkon/runtime/counted-mails'
export { endedLinks } from '@walkon/runtime/ended-links'
export { erasedUsers } from '@walkon/runtime/erased-users'
export { providerEvents } from '@walkon/runtime/provider-events'
export { requestedLetters } from '@walkon/runtime/requested-letters'
export { roleHolders } from '@walkon/runtime/role-holders'
export { scheduledRuns } from '@walkon/runtime/scheduled-jobs'
export { signingKeys } from '@walkon/runtime/signing-keys'
export { accounts } from './accounts/account-tables.ts'
export { affiliateApplications } from './affiliates/affiliate-tables.ts'
export { deliveryOutcomes, guaranteeAlerts, guaranteeDays, guarantees } from './guarantee/guarantee-tables.ts'
export { assistDays } from './lightning-lane/assist-day-tables.ts'
export { deskSums } from './desk/desk-sum-tables.ts'
export { checkouts, confirmations, freeSessions, orders } from './checkout/order-tables.ts'
export { planPayments, plans } from './plans/plan-tables.ts'
export { erasedCodeUses, promoCodes, promoRedemptions } from './promo-codes/promo-tables.ts'
export { paymentComparisons, unmatchedPayments } from './payments/reconciliation-tables.ts'

const instant = () => timestamp({ withTimezone: true })

/** Projection of park-data's catalogue: what an order needs to know of a park. */
export const parks = pgTable('parks', {
  id: uuid().primaryKey(),
  name: text().notNull(),
  /** IANA name. */
  timezone: text().notNull(),
  retired: boolean().notNull(),
  /** The attractions that it lists; null until the catalogue tells of the park again. */
  rideIds: uuid().array(),
})

/** Payments, for the accounts: the order without its address, once the order itself is deleted. */
export const sales = pgTable(
  'sales',
  {
    orderId: uuid().primaryKey(),
    channel: text().notNull(),
    parkId: uuid().notNull(),
    dates: date({ mode: 'string' }).array().notNull(),
    dayPriceCents: integer().notNull(),
    discountCents: integer().notNull(),
    totalCents: integer().notNull(),
    promoCode: text(),
    soldAt: instant().notNull(),
  },
  (table) => [
    index('sales_by_time').on(table.soldAt),
    index('sales_with_a_code').on(table.promoCode).where(sql`${table.promoCode} is not null`).concurrently(),
  ],
)

/** The right to be alerted; one for each order. */
export const passes = pgTable('passes', {
  id: uuid().primaryKey().defaultRandom(),
  orderId: uuid()
    .notNull()
    .unique()
    .references(() => orders.id),
  activatedAt: instant().notNull(),
  /** When it was taken back: its payment was refunded or disputed. */
  revokedAt: instant(),
})

/** `[startsAt, endsAt)` for each day of a pass. */
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
  (table) => [
    primaryKey({ columns: [table.passId, table.date] }),
    check('pass_windows_forward', sql`${table.endsAt} > ${table.startsAt}`),
    index('pass_windows_by_ends_at').on(table.endsAt).concurrently(),
  ],
)

/** That something was published, and when its reader was first heard to have it. */
const publication = () => ({
  eventId: uuid().notNull(),
  /** Null where the event has no version. */
  version: integer(),
  publishedAt: instant().notNull().defaultNow(),
  accountedAt: instant(),
  /** When its event was last published again, because it was overdue. */
  republishedAt: instant(),
})

/** Passes that were published to alert-evaluator. */
export const publishedPasses = pgTable(
  'published_passes',
  {
    id: uuid()
      .primaryKey()
      .references(() => passes.id, { onDelete: 'cascade' }),
    ...publication(),
  },
  (table) => [
    index('published_passes_unaccounted').on(table.publishedAt).where(sql`${table.accountedAt} is null`),
  ],
)

/** Plans whose coverage was published to alert-evaluator. */
export const publishedPlans = pgTable(
  'published_plans',
  {
    id: uuid()
      .primaryKey()
      .references(() => plans.id, { onDelete: 'cascade' }),
    ...publication(),
  },
  (table) => [
    index('published_plans_unaccounted').on(table.publishedAt).where(sql`${table.accountedAt} is null`),
  ],
)

/** Lightning Lane Assist days that were published to planner. */
export const publishedAssistDays = pgTable(
  'published_assist_days',
  {
    id: uuid()
      .primaryKey()
      .references(() => assistDays.id, { onDelete: 'cascade' }),
    ...publication(),
  },
  (table) => [
    index('published_assist_days_unaccounted').on(table.publishedAt).where(sql`${table.accountedAt} is null`),
  ],
)
