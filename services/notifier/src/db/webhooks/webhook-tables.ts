import {
  WEBHOOK_END_REASONS,
  WEBHOOK_STATES,
  WEBHOOK_TYPES,
  type WebhookPayload,
} from '@walkon/contracts/http/webhook-endpoints'
import { enumChecks } from '@walkon/service/enum-checks'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** The tables of webhooks: addresses of accounts, and the messages posted there. */

const instant = () => timestamp({ withTimezone: true })

export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull(),
    url: text().notNull(),
    /** The secret that signs its messages, encrypted. */
    secret: text().notNull(),
    addedAt: instant().notNull(),
    lastDeliveredAt: instant(),
    /** The first failure since the last message that was delivered. */
    failingSince: instant(),
    disabledAt: instant(),
    disabledReason: text({ enum: WEBHOOK_END_REASONS }),
  },
  (table) => [...enumChecks(table), index('webhook_endpoints_of_user').on(table.userId, table.addedAt)],
)

/** One post to one address. */
export const webhookMessages = pgTable(
  'webhook_messages',
  {
    id: uuid().primaryKey(),
    endpointId: uuid()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    /** The event, the letter or the press of a button that it tells. */
    sourceId: uuid().notNull(),
    type: text({ enum: WEBHOOK_TYPES }).notNull(),
    /** Null once it has ended. */
    payload: jsonb().$type<WebhookPayload>(),
    state: text({ enum: WEBHOOK_STATES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    notBefore: instant().notNull(),
    /** A stable code, never words of the receiver. */
    lastError: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    ...enumChecks(table),
    unique('webhook_messages_once').on(table.endpointId, table.sourceId),
    index('webhook_messages_due').on(table.notBefore).where(sql`state = 'waiting'`),
    index('webhook_messages_by_time').on(table.createdAt),
  ],
)
