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
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { DEBT_STATES } from '../../domain/debt.ts'

const instant = () => timestamp({ withTimezone: true })

/**
 * Why an ended, paid pass was refunded or not: one row says all. It names no person, and outlives its order and pass, because
 * accounts need it.
 */
export const guarantees = pgTable(
  'guarantees',
  {
    passId: uuid().primaryKey(),
    /** The payment. Not a reference: both stay as long as accounts need them, and not in step. */
    checkoutId: uuid().notNull(),
    paymentIntent: text().notNull(),
    paidCents: integer().notNull(),
    endedAt: instant().notNull(),
    ridesAlerted: integer().notNull().default(0),
    ridesCounted: integer().notNull().default(0),
    ridesOpen: integer().notNull().default(0),
    /** Until then another message of an alert may be sent. */
    messagesUntil: instant().notNull().defaultNow(),
    /** Receipts of deliveries are waited for until then at most. */
    settleUntil: instant().notNull(),
    /** When it is judged next; null once it is decided. */
    judgeAt: instant(),
    decidedAt: instant(),
    decision: text({ enum: ['kept', 'refund', 'void'] }),
    reason: text({
      enum: ['three-rides', 'fewer-than-three-rides', 'pass-refunded', 'pass-disputed', 'pass-erased'],
    }),

    /** The refund that was decided; null also for one of the release before, which is looked for at Stripe as if it were due. */
    owedState: text({ enum: DEBT_STATES }),
    /** Stripe's. */
    refundId: text(),
    /** As Stripe has it; null before. */
    refundCents: integer(),
    /** Why it failed: a stable code. */
    refundReason: text(),
    /** When the visitor was told, which is when PassRefunded was published. */
    refundAnnouncedAt: instant(),

    /** Columns of the release before, whose processes may run beside this one: the next release drops them. */
    refundState: text(),
    attemptNo: integer().notNull().default(0),
    leaseOwner: uuid(),
    leaseUntil: instant(),
    notBefore: instant(),
    doubtedAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    index('guarantees_of_checkout').on(table.checkoutId),
    index('guarantees_to_judge').on(table.judgeAt).where(sql`${table.judgeAt} is not null`),
    index('guarantees_to_refund')
      .on(table.refundState, table.notBefore)
      .where(sql`${table.refundState} in ('queued', 'sending', 'unknown', 'accepted', 'failed')`),
    index('guarantees_by_end').on(table.endedAt),
    index('guarantees_by_refund').on(table.refundId).where(sql`${table.refundId} is not null`).concurrently(),
    check(
      'guarantees_decided',
      sql`(${table.decidedAt} is null) = (${table.decision} is null) and (${table.decidedAt} is null) = (${table.reason} is null) and (${table.decidedAt} is null) = (${table.judgeAt} is not null)`,
    ),
    index('guarantees_owed')
      .on(table.owedState)
      .where(
        sql`${table.decision} = 'refund' and (${table.owedState} is null or ${table.owedState} in ('due', 'failed'))`,
      )
      .concurrently(),
    check(
      'guarantees_owe_what_was_decided',
      sql`${table.owedState} is null or (${table.decision} is not null and ${table.decision} = 'refund')`,
    ),
    check(
      'guarantees_refund_what_was_paid',
      sql`${table.paidCents} > 0 and (${table.refundCents} is null or ${table.refundCents} between 1 and ${table.paidCents})`,
    ),
  ],
)

/** How the guarantees of the passes that ended on a day stand, counted daily for the page `/how-we-do`: by `COUNTING_TIMEZONE`, from 4 am. */
export const guaranteeDays = pgTable('guarantee_days', {
  date: date({ mode: 'string' }).primaryKey(),
  countedAt: instant().notNull(),
  kept: integer().notNull(),
  fellShort: integer().notNull(),
  paidBack: integer().notNull(),
})

/** The alerts of an ended pass, while its guarantee is undecided. */
export const guaranteeAlerts = pgTable(
  'guarantee_alerts',
  {
    passId: uuid()
      .notNull()
      .references(() => guarantees.passId),
    alertId: uuid().notNull(),
    rideId: uuid().notNull(),
    /** False if it was no news (decisions, section 4). */
    counts: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.passId, table.alertId] }),
    index('guarantee_alerts_by_alert').on(table.alertId),
  ],
)

/**
 * Outcomes of the messages that carried an alert, of all passes: which pass an alert belongs to is known when the pass ends. Without
 * anything personal.
 */
export const deliveryOutcomes = pgTable(
  'delivery_outcomes',
  {
    alertId: uuid().notNull(),
    deliveryId: uuid().notNull(),
    channel: text({ enum: ['email', 'sms', 'push'] }).notNull(),
    outcome: text({
      enum: ['accepted', 'delivered', 'bounced', 'failed', 'expired', 'suppressed'],
    }).notNull(),
    recordedAt: instant().notNull(),
    /** Close to the alert, even if receipts came later. */
    firstRecordedAt: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.alertId, table.deliveryId] }),
    index('delivery_outcomes_by_time').on(table.firstRecordedAt),
  ],
)
