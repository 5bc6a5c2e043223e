import type { WebhookEndpoint } from '@walkon/contracts/http/webhook-endpoints'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { webhookEndpoints } from '../schema.ts'

/** The addresses of webhooks. The messages posted to them are in webhook-messages.ts. */

const { secret: _, userId: __, ...view } = getTableColumns(webhookEndpoints)
type ViewRow = Omit<typeof webhookEndpoints.$inferSelect, 'secret' | 'userId'>

const toView = ({
  addedAt,
  lastDeliveredAt,
  failingSince,
  disabledAt,
  ...row
}: ViewRow): WebhookEndpoint => ({
  ...row,
  addedAt: addedAt.toISOString(),
  lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
  failingSince: failingSince?.toISOString() ?? null,
  disabledAt: disabledAt?.toISOString() ?? null,
})

export async function listEndpoints(db: Queryable, userId: string): Promise<WebhookEndpoint[]> {
  const rows = await db
    .select(view)
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.userId, userId))
    .orderBy(webhookEndpoints.addedAt, webhookEndpoints.id)
  return rows.map(toView)
}

/** Locks the addresses of an account, so that two additions at once are counted one after the other. */
export async function lockEndpointsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`${`webhooks ${userId}`}::text`)})`)
}

type NewEndpoint = { id: string; userId: string; url: string; secret: string; addedAt: Date }

export async function insertEndpoint(tx: Transaction, endpoint: NewEndpoint): Promise<WebhookEndpoint> {
  const [added] = await tx.insert(webhookEndpoints).values(endpoint).returning(view)
  if (!added) throw new Error('An insert returned no row')
  return toView(added)
}

const ownedBy = (userId: string, id: string) =>
  and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.userId, userId))

/** Finds an address of the account. */
export async function findEndpoint(
  db: Queryable,
  userId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const [found] = await db.select(view).from(webhookEndpoints).where(ownedBy(userId, id))
  return found ? toView(found) : null
}

/** False if the account has no such address. Its messages go with it. */
export async function deleteEndpoint(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(webhookEndpoints)
    .where(ownedBy(userId, id))
    .returning({ id: webhookEndpoints.id })
  return deleted.length > 0
}

/** Has messages posted to an address again that was given up. Null if the account has no such address. */
export async function enableEndpoint(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  await tx
    .update(webhookEndpoints)
    .set({ disabledAt: null, disabledReason: null, failingSince: null })
    .where(and(ownedBy(userId, id), isNotNull(webhookEndpoints.disabledAt)))
  return findEndpoint(tx, userId, id)
}

/** The addresses that are called for the accounts of these mailboxes, by the hash of the mailbox. The later of two accounts has it. */
export async function listCalledEndpoints(
  tx: Transaction,
  emailHashes: string[],
): Promise<{ emailHash: string; endpointId: string }[]> {
  return tx.execute<{ emailHash: string; endpointId: string }>(sql`
    select a.email_hash as "emailHash", e.id as "endpointId"
    from accounts a join webhook_endpoints e on e.user_id = a.user_id
    where e.disabled_at is null
      and not exists (select from accounts later
        where later.email_hash = a.email_hash and later.held_since > a.held_since)
      and a.email_hash = any(array(select jsonb_array_elements_text(${asJsonb([...new Set(emailHashes)])})))`)
}

/** Addresses and messages of deleted accounts. */
export async function deleteEndpointsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`delete from webhook_endpoints where user_id = any(${uuids(userIds)})`)
}

/** The encrypted secrets after this id, in its order. */
export async function listSecrets(
  db: Queryable,
  after: string,
  limit: number,
): Promise<{ id: string; secret: string }[]> {
  return db.execute<{ id: string; secret: string }>(sql`
    select id, secret from webhook_endpoints where id > ${after}::uuid order by id limit ${limit}`)
}

export async function saveSecrets(db: Queryable, secrets: { id: string; secret: string }[]): Promise<void> {
  await db.execute(sql`
    update webhook_endpoints e set secret = r."secret"
    from jsonb_to_recordset(${asJsonb(secrets)}) as r("id" uuid, "secret" text) where e.id = r."id"`)
}
