import { channel, mailList, suppressionScope } from '@walkon/contracts/values'
import { enumChecks, valuesOf } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { CHECK_CAUSES, CHECK_OUTCOMES, type Claim } from '../../domain/suppressed-address.ts'
import { SUPPRESSION_REASONS } from '../../domain/suppression-scope.ts'

/** The tables of suppressions, and of the look-ups that they need at Postmark. */

const instant = () => timestamp({ withTimezone: true })

/** Recipients who must not be written to. Only a hash is kept, so that it can outlive everything else about a person. */
export const suppressions = pgTable(
  'suppressions',
  {
    channel: text({ enum: valuesOf(channel) }).notNull(),
    /** SHA-256 of the normalised address, hex. */
    addressHash: text().notNull(),
    reason: text({ enum: SUPPRESSION_REASONS }).notNull(),
    scope: text({ enum: valuesOf(suppressionScope) }).notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  // One row a reason: coming back after unsubscribing does not make a dead mailbox alive.
  (table) => [
    ...enumChecks(table),
    primaryKey({ columns: [table.channel, table.addressHash, table.reason, table.scope] }),
  ],
)

/**
 * Email addresses whose suppression is to be looked up at Postmark, or released there, and the outcomes for some time. The address itself
 * goes once the check is settled.
 */
export const addressChecks = pgTable(
  'address_checks',
  {
    id: uuid().primaryKey(),
    /** Null once settled. */
    address: text(),
    /** SHA-256 of the normalised address, hex. */
    addressHash: text().notNull(),
    cause: text({ enum: CHECK_CAUSES }).notNull(),
    /** The claim of Postmark's webhook, if one is the cause. */
    claim: jsonb().$type<Claim>(),
    /** The list that its owner wants again, if that is the cause; null for the ride alerts in rows of an earlier release. */
    list: text({ enum: valuesOf(mailList) }),
    /** When the owner of the address showed that it receives mail, where that is the cause. */
    provenAt: instant(),
    /** The user who demanded a release, for support. */
    adminId: uuid(),
    attempts: integer().notNull().default(0),
    notBefore: instant().notNull().defaultNow(),
    createdAt: instant().notNull().defaultNow(),
    settledAt: instant(),
    outcome: text({ enum: CHECK_OUTCOMES }),
  },
  (table) => [
    ...enumChecks(table),
    index('address_checks_due').on(table.notBefore).where(sql`settled_at is null`),
    index('address_checks_of').on(table.addressHash, table.createdAt),
    index('address_checks_settled').on(table.settledAt),
  ],
)
