import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { ModerationCounts, RequestListQuery, RequestStatus } from '@walkon/contracts/http/moderation'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { aliasedTable, and, count, eq, getTableColumns } from 'drizzle-orm'
import { itemRequests, displayNames, parks } from './schema.ts'

export type ItemRequestRow = typeof itemRequests.$inferSelect

export type ListedRequestRow = ItemRequestRow & {
  parkName: string
  requester: string | null
  reviewer: string | null
}

const newest = keysetOf([itemRequests.createdAt, itemRequests.id], 'desc')
const reviewers = aliasedTable(displayNames, 'reviewers')

/** The requests of a state, newest first, with the names of who asked and who decided. */
export async function listRequests(
  db: Database,
  { status, limit, cursor }: RequestListQuery,
): Promise<Page<ListedRequestRow>> {
  const rows = await db
    .select({
      ...getTableColumns(itemRequests),
      parkName: parks.name,
      requester: displayNames.name,
      reviewer: reviewers.name,
      key: newest.key,
    })
    .from(itemRequests)
    .innerJoin(parks, eq(parks.id, itemRequests.parkId))
    .leftJoin(displayNames, eq(displayNames.userId, itemRequests.requestedBy))
    .leftJoin(reviewers, eq(reviewers.userId, itemRequests.reviewedBy))
    .where(and(eq(itemRequests.status, status), newest.after(cursor)))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

/** Lists an account's suggestions, newest first. */
export async function listOwnRequests(
  db: Database,
  userId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<ItemRequestRow & { parkName: string }>> {
  const rows = await db
    .select({ ...getTableColumns(itemRequests), parkName: parks.name, key: newest.key })
    .from(itemRequests)
    .innerJoin(parks, eq(parks.id, itemRequests.parkId))
    .where(and(eq(itemRequests.requestedBy, userId), newest.after(cursor)))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

/** False if the same proposal is open already, by any account. */
export async function insertRequest(tx: Transaction, request: ItemRequestRow): Promise<boolean> {
  const rows = await tx
    .insert(itemRequests)
    .values(request)
    .onConflictDoNothing()
    .returning({ id: itemRequests.id })
  return rows.length > 0
}

export async function countOpenRequests(db: Queryable, userId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(itemRequests)
    .where(and(eq(itemRequests.requestedBy, userId), eq(itemRequests.status, 'pending')))
  return row?.open ?? 0
}

export async function findRequest(db: Queryable, id: string): Promise<ItemRequestRow | null> {
  const [row] = await db.select().from(itemRequests).where(eq(itemRequests.id, id))
  return row ?? null
}

export type Decision = Pick<ItemRequestRow, 'rejection'> & {
  status: 'approved' | 'rejected'
  reviewedBy: string
  reviewedAt: Date
}

/** Decides a request that is pending. Null for any other, so that of two moderators one decides. */
export async function saveDecision(
  tx: Transaction,
  id: string,
  decision: Decision,
): Promise<ItemRequestRow | null> {
  const [row] = await tx
    .update(itemRequests)
    .set(decision)
    .where(and(eq(itemRequests.id, id), eq(itemRequests.status, 'pending')))
    .returning()
  return row ?? null
}

/** Rejects the open edits of an item that is deleted, and returns them. */
export async function rejectEditsOf(
  tx: Transaction,
  itemId: string,
  decision: Decision,
): Promise<ItemRequestRow[]> {
  return tx
    .update(itemRequests)
    .set(decision)
    .where(and(eq(itemRequests.itemId, itemId), eq(itemRequests.status, 'pending')))
    .returning()
}

export async function countRequests(db: Queryable): Promise<Omit<ModerationCounts, 'reports'>> {
  const rows = await db
    .select({ status: itemRequests.status, requests: count() })
    .from(itemRequests)
    .groupBy(itemRequests.status)
  const of = (status: RequestStatus) => rows.find((row) => row.status === status)?.requests ?? 0
  return { pending: of('pending'), approved: of('approved'), rejected: of('rejected') }
}
