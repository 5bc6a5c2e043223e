import type { Queryable, Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { asc, eq, inArray } from 'drizzle-orm'
import { mailRequests } from './schema.ts'

export type MailRequestRow = typeof mailRequests.$inferSelect

/** The channel of PostgreSQL that wakes the job which answers the requests. */
export const MAIL_REQUESTS_CHANNEL = 'mail_requests'

export async function insertMailRequest(db: Queryable, request: MailRequestRow): Promise<void> {
  await db.insert(mailRequests).values(request)
  wakeAfterCommit(db, MAIL_REQUESTS_CHANNEL)
}

/** Deletes and returns the oldest requests. A rollback restores them. */
export async function dequeueMailRequests(tx: Transaction, limit: number): Promise<MailRequestRow[]> {
  const rows = await tx
    .select()
    .from(mailRequests)
    .orderBy(asc(mailRequests.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  if (rows.length > 0)
    await tx.delete(mailRequests).where(
      inArray(
        mailRequests.id,
        rows.map(({ id }) => id),
      ),
    )
  return rows
}

export async function deleteMailRequests(tx: Transaction, email: string): Promise<void> {
  await tx.delete(mailRequests).where(eq(mailRequests.email, email))
}
