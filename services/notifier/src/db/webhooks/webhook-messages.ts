import type { WebhookMessage, WebhookPayload } from '@walkon/contracts/http/webhook-endpoints'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { desc, eq, sql } from 'drizzle-orm'
import { webhookMessages } from '../schema.ts'

/** The queue of webhooks. The database's clock decides everything here. */

export const WEBHOOKS_CHANNEL = 'webhooks'

export type NewWebhookMessage = { id: string; endpointId: string; sourceId: string; payload: WebhookPayload }

/** Queues messages and wakes the job that posts them. One that its source asked for before is passed over. */
export async function insertWebhookMessages(tx: Transaction, messages: NewWebhookMessage[]): Promise<void> {
  if (messages.length === 0) return
  await tx.execute(sql`
    insert into webhook_messages (id, endpoint_id, source_id, type, payload, not_before, created_at)
    select "id", "endpointId", "sourceId", "payload"->>'type', "payload", now(), now()
    from jsonb_to_recordset(${asJsonb(messages)}) as r(
      "id" uuid, "endpointId" uuid, "sourceId" uuid, "payload" jsonb)
    on conflict (endpoint_id, source_id) do nothing`)
  wakeAfterCommit(tx, WEBHOOKS_CHANNEL)
}

export async function listMessages(
  db: Queryable,
  endpointId: string,
  limit: number,
): Promise<WebhookMessage[]> {
  const { id, type, state, attempts, lastError, createdAt, notBefore, endedAt } = webhookMessages
  const rows = await db
    .select({ id, type, state, attempts, lastError, createdAt, notBefore, endedAt })
    .from(webhookMessages)
    .where(eq(webhookMessages.endpointId, endpointId))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
  return rows.map(({ createdAt: made, notBefore: next, endedAt: ended, ...row }) => ({
    ...row,
    createdAt: made.toISOString(),
    nextAttemptAt: row.state === 'waiting' ? next.toISOString() : null,
    endedAt: ended?.toISOString() ?? null,
  }))
}

export type LeasedMessage = {
  id: string
  endpointId: string
  url: string
  secret: string
  payload: WebhookPayload
  /** The present one included. */
  attempts: number
  createdAt: string
}

/** Leases messages that are due, the one due longest first. Each is due again after the lease, if no result was recorded. */
export async function leaseMessages(
  db: Queryable,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<LeasedMessage[]> {
  return db.execute<LeasedMessage>(sql`
    update webhook_messages m set attempts = m.attempts + 1, not_before = now() + make_interval(secs => ${leaseSeconds})
    from webhook_endpoints e
    where e.id = m.endpoint_id and m.id = any(array(
      select id from webhook_messages where state = 'waiting' and not_before <= now()
      order by not_before limit ${limit} for update skip locked))
    returning m.id, m.endpoint_id as "endpointId", e.url, e.secret, m.payload, m.attempts, m.created_at as "createdAt"`)
}

/** The owner of an address, since when it fails, and the present. */
export type CalledEndpoint = {
  userId: string
  url: string
  failingSince: string | null
  isDisabled: boolean
  now: string
}

/** Locks an address, always before its messages. Null if it was removed meanwhile. New messages of it are not held up. */
export async function lockEndpoint(tx: Transaction, id: string): Promise<CalledEndpoint | null> {
  const [found] = await tx.execute<CalledEndpoint>(sql`
    select user_id as "userId", url, failing_since as "failingSince", disabled_at is not null as "isDisabled",
      now() as now
    from webhook_endpoints where id = ${id}::uuid for no key update`)
  return found ?? null
}

type Attempt = Pick<LeasedMessage, 'id' | 'endpointId'>

export async function saveDelivered(tx: Transaction, { id, endpointId }: Attempt): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoints set last_delivered_at = now(), failing_since = null where id = ${endpointId}::uuid`)
  await tx.execute(sql`
    update webhook_messages set state = 'delivered', payload = null, last_error = null, ended_at = now()
    where id = ${id}::uuid`)
}

/** `retryAt` null ends the message. */
export async function saveFailed(
  tx: Transaction,
  { id, endpointId, reason, retryAt }: Attempt & { reason: string; retryAt: Date | null },
): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoints set failing_since = coalesce(failing_since, now()) where id = ${endpointId}::uuid`)
  await tx.execute(
    retryAt
      ? sql`update webhook_messages set last_error = ${reason}, not_before = ${retryAt.toISOString()}::timestamptz
          where id = ${id}::uuid and state = 'waiting'`
      : sql`update webhook_messages set state = 'failed', payload = null, last_error = ${reason}, ended_at = now()
          where id = ${id}::uuid and state = 'waiting'`,
  )
}

/** Nothing is posted to the address any more, until its owner turns it on again. */
export async function disableEndpoint(
  tx: Transaction,
  { endpointId, reason }: { endpointId: string; reason: 'failing' | 'gone' },
): Promise<void> {
  await tx.execute(sql`
    update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason} where id = ${endpointId}::uuid`)
  await tx.execute(sql`
    update webhook_messages set state = 'failed', payload = null, ended_at = now(),
      last_error = coalesce(last_error, 'disabled')
    where endpoint_id = ${endpointId}::uuid and state = 'waiting'`)
}

/** Deletes messages that have ended and were made before that. Returns how many. */
export async function deleteOldMessages(db: Database, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from webhook_messages where id = any(array(
      select id from webhook_messages
      where created_at < ${before.toISOString()}::timestamptz and state <> 'waiting' limit ${limit}))`)
  return deleted.count
}
