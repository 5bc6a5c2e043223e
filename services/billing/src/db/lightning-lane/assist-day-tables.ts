import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DEBT_STATES } from '../../domain/debt.ts'

const instant = () => timestamp({ withTimezone: true })

/** Each Lightning Lane Assist day of an account, from the opening of its payment page on. Its state is Stripe's, as it was when we last asked. */
export const assistDays = pgTable(
  'assist_days',
  {
    /** Part of the idempotency key with which the session is made. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is erased: the payment stays for the accounts. */
    userId: uuid(),
    /** `returned`: it was paid after its end, or twice, and is paid back. */
    state: text({ enum: ['opening', 'processing', 'active', 'unpaid', 'revoked', 'returned'] }).notNull(),
    /** The chosen day of this park; null for a day of an earlier release, which begins with its payment. */
    parkId: uuid(),
    date: date({ mode: 'string' }),
    dayCents: integer().notNull(),
    /** Stripe's Checkout Session; null until it is made. */
    sessionId: text().unique(),
    url: text(),
    paymentIntent: text(),
    /** The paid day, `[startsAt, endsAt)`; null until it is paid. */
    startsAt: instant(),
    endsAt: instant(),
    /** The refund of a day that bought nothing; null without one. */
    owedState: text({ enum: DEBT_STATES }),
    createdAt: instant().notNull(),
    /** When the session can be paid no more. */
    expiresAt: instant().notNull(),
    /** When Stripe is asked next; null: never again. */
    checkAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    uniqueIndex('assist_days_one_page_of_account')
      .on(table.userId)
      .where(sql`${table.state} in ('opening', 'processing')`),
    index('assist_days_of_user').on(table.userId, table.endsAt),
    index('assist_days_by_intent').on(table.paymentIntent),
    index('assist_days_by_creation').on(table.createdAt),
    index('assist_days_to_check').on(table.checkAt).where(sql`${table.checkAt} is not null`),
    check('assist_days_chosen', sql`(${table.parkId} is null) = (${table.date} is null)`),
    check('assist_days_window', sql`(${table.startsAt} is null) = (${table.endsAt} is null)`),
    check(
      'assist_days_paid',
      sql`${table.state} not in ('active', 'revoked') or ${table.startsAt} is not null`,
    ),
  ],
)
