import type { Database } from '@walkon/service/database'
import { eq, getTableColumns } from 'drizzle-orm'
import { webhookEndpoints, webhookMessages } from '../schema.ts'

/** Webhooks in the data export of an account. */

/** Without the secret that signs. */
export function listWebhooksOf(db: Database, userId: string) {
  const { secret: _, userId: __, ...endpoint } = getTableColumns(webhookEndpoints)
  return db
    .select(endpoint)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(webhookEndpoints.addedAt)
}

export function listWebhookMessagesOf(db: Database, userId: string) {
  const { notBefore: _, ...message } = getTableColumns(webhookMessages)
  return db
    .select(message)
    .from(webhookMessages)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookMessages.endpointId))
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(webhookMessages.createdAt)
}
