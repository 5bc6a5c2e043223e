import { enumChecks } from '@walkon/service/enum-checks'
import { HELD } from '../domain/reading-verdict.ts'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Data from which the support desk derives the time line of a visitor, besides those kept anyhow. */

const instant = () => timestamp({ withTimezone: true })

export const CHANGE_KINDS = ['switch', 'ride', 'quiet-hours', 'pause', 'done', 'snooze'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The changes of a subscription by its visitor, each with the values before and after: its state at any earlier instant can be told. */
export const visitorChanges = pgTable(
  'visitor_changes',
  {
    id: uuid().primaryKey().defaultRandom(),
    subscriptionId: uuid().notNull(),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    /** Set for changes of one ride. */
    rideId: uuid(),
    /** Null if there was none. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    changedAt: instant().notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    ...enumChecks(table),
    index('visitor_changes_of_subscription').on(table.subscriptionId, table.changedAt),
    // For the retention: rows are never updated.
    index('visitor_changes_by_time').using('brin', table.changedAt),
  ],
)

/** Intervals in which short waits or reopenings of a park alerted no visitor, because it was closed or its readings untrusted, stale or behind. */
export const parkHolds = pgTable(
  'park_holds',
  {
    parkId: uuid().notNull(),
    reason: text({ enum: HELD }).notNull(),
    /** The first poll that was held back. */
    heldFrom: instant().notNull(),
    /** The last one. */
    heldUntil: instant().notNull(),
  },
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.parkId, table.reason, table.heldFrom] }),
    index('park_holds_by_end').on(table.heldUntil),
  ],
)
