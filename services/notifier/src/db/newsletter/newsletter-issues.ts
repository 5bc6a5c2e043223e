import type { DeliveryState } from '@walkon/contracts/http/notifications'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { uuids } from '@walkon/service/sql-parameters'
import { count, eq, getTableColumns, sql } from 'drizzle-orm'
import { deliveries, newsletterIssues } from '../schema.ts'

export type IssueRow = typeof newsletterIssues.$inferSelect
export type IssueOutcome = { state: DeliveryState; mails: number; lastAt: Date }

const newest = keysetOf([newsletterIssues.createdAt, newsletterIssues.id], 'desc')

export async function listIssues(db: Database, { limit, cursor }: PageQuery): Promise<Page<IssueRow>> {
  const rows = await db
    .select({ ...getTableColumns(newsletterIssues), key: newest.key })
    .from(newsletterIssues)
    .where(newest.after(cursor))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

export async function findIssue(db: Queryable, id: string): Promise<IssueRow | null> {
  const [row] = await db.select().from(newsletterIssues).where(eq(newsletterIssues.id, id))
  return row ?? null
}

type Words = { subject: string; markdown: string }

export async function insertIssue(tx: Transaction, issue: Words & { createdAt: Date }): Promise<IssueRow> {
  const [row] = await tx.insert(newsletterIssues).values(issue).returning()
  if (!row) throw new Error('The issue was not saved')
  return row
}

export async function lockIssue(tx: Transaction, id: string): Promise<IssueRow | null> {
  const [row] = await tx.select().from(newsletterIssues).where(eq(newsletterIssues.id, id)).for('update')
  return row ?? null
}

/** Changes a draft that is locked, or sends it off. */
export async function saveDraft(
  tx: Transaction,
  id: string,
  change: Partial<Words> & { sentAt?: Date },
): Promise<IssueRow> {
  const [row] = await tx.update(newsletterIssues).set(change).where(eq(newsletterIssues.id, id)).returning()
  if (!row) throw new Error('The issue was not saved')
  return row
}

/** The channel of the loop that mails issues. */
export const ISSUES_CHANNEL = 'newsletter-issues'

const isUnderWay = sql`sent_at is not null and queued_at is null`

/** True if there is an issue whose mails are not all queued. */
export async function hasIssueUnderWay(db: Queryable): Promise<boolean> {
  const rows = await db.select({ id: newsletterIssues.id }).from(newsletterIssues).where(isUnderWay).limit(1)
  return rows.length > 0
}

/** The oldest issue whose mails are not all queued, locked; null where there is none, or another process has it. */
export async function lockIssueUnderWay(tx: Transaction): Promise<(IssueRow & { sentAt: Date }) | null> {
  const [row] = await tx
    .select()
    .from(newsletterIssues)
    .where(isUnderWay)
    .orderBy(newsletterIssues.sentAt)
    .limit(1)
    .for('update', { skipLocked: true })
  return row?.sentAt ? { ...row, sentAt: row.sentAt } : null
}

/** Much longer than the senders leave an issue without a mail, also behind a burst of alerts. */
const STANDS_AFTER = sql`interval '10 minutes'`

/** Counts issues that were sent off, are not wholly queued, and of which no mail has moved for ten minutes. */
export async function countStandingIssues(db: Queryable): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from newsletter_issues i
    where ${isUnderWay} and sent_at < now() - ${STANDS_AFTER} and not exists (
      select from deliveries d where d.source_id = i.id and d.updated_at > now() - ${STANDS_AFTER})`)
  return row?.count ?? 0
}

/** How far the mails of an issue are queued. `queuedAt` ends it. */
export async function saveProgress(
  tx: Transaction,
  id: string,
  progress: { queuedTo?: string; queuedAt?: Date },
): Promise<void> {
  await tx.update(newsletterIssues).set(progress).where(eq(newsletterIssues.id, id))
}

/** Counts the mails of these issues by state, as far as their deliveries are kept. */
export async function listIssueOutcomes(db: Queryable, ids: string[]): Promise<Map<string, IssueOutcome[]>> {
  const rows = await db
    .select({
      id: deliveries.sourceId,
      state: deliveries.state,
      mails: count(),
      lastAt: sql`max(${deliveries.updatedAt})`.mapWith(deliveries.updatedAt),
    })
    .from(deliveries)
    .where(sql`${deliveries.sourceId} = any(${uuids(ids)})`)
    .groupBy(deliveries.sourceId, deliveries.state)
  return Map.groupBy(rows, ({ id }) => id)
}

/** Mails of the issue that wait to be sent, counted up to `most`. */
export async function countQueued(tx: Transaction, id: string, most: number): Promise<number> {
  const [row] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from deliveries where source_id = ${id} and state in ('queued', 'sending') limit ${most}) as waiting`)
  return row?.count ?? 0
}

export type IssueReader = { emailHash: string; email: string }

/** Lists subscribers who had confirmed when the issue was sent off, in the order of the hashes, after that one. */
export async function listReaders(
  tx: Transaction,
  { queuedTo, sentAt }: { queuedTo: string | null; sentAt: Date },
  limit: number,
): Promise<IssueReader[]> {
  return tx.execute<IssueReader>(sql`
    select email_hash as "emailHash", email from newsletter_subscribers
    where email_hash > ${queuedTo ?? ''} and confirmed_at <= ${sentAt.toISOString()}::timestamptz
    order by email_hash limit ${limit}`)
}
