import type {
  WEBHOOK_END_REASONS,
  WEBHOOK_STATES,
  WebhookPayload,
  WebhookType,
} from '@walkon/contracts/http/webhook-endpoints'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'

/** The tables of webhooks: addresses of accounts, and what is posted there. */

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
    disabledReason: text().$type<(typeof WEBHOOK_END_REASONS)[number]>(),
  },
  (table) => [index('webhook_endpoints_of_user').on(table.userId, table.addedAt)],
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
    type: text().$type<WebhookType>().notNull(),
    /** Null once it has ended. */
    payload: jsonb().$type<WebhookPayload>(),
    state: text().$type<(typeof WEBHOOK_STATES)[number]>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    notBefore: instant().notNull(),
    /** A stable code, never words of the receiver. */
    lastError: text(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    unique('webhook_messages_once').on(table.endpointId, table.sourceId),
    index('webhook_messages_due').on(table.notBefore).where(sql`state = 'waiting'`),
    index('webhook_messages_by_time').on(table.createdAt),
  ],
)
