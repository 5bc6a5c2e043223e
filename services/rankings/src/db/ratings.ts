import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { keysetOf } from '@walkon/service/keyset-page'
import { and, eq, sql, type SQL } from 'drizzle-orm'
import { displayNames, ratings } from './schema.ts'

export type RatingRow = typeof ratings.$inferSelect
export type OwnedRating = Omit<RatingRow, 'version'> & { userId: string }

const newest = keysetOf([ratings.createdAt, ratings.id], 'desc')

export type ReviewRow = Pick<RatingRow, 'stars' | 'comment' | 'createdAt' | 'changedAt'> & {
  reviewId: string
  reviewer: string | null
}

/** The reviews of an item, newest first, signed with the display names that their authors have now. */
export async function listReviews(
  db: Database,
  itemId: string,
  { limit, cursor }: PageQuery,
): Promise<Page<ReviewRow>> {
  const rows = await db
    .select({
      reviewId: ratings.id,
      stars: ratings.stars,
      comment: ratings.comment,
      reviewer: displayNames.name,
      createdAt: ratings.createdAt,
      changedAt: ratings.changedAt,
      key: newest.key,
    })
    .from(ratings)
    .leftJoin(displayNames, eq(displayNames.userId, ratings.userId))
    .where(and(eq(ratings.itemId, itemId), newest.after(cursor)))
    .orderBy(...newest.orderBy)
    .limit(limit + 1)
  return newest.toPage(rows, limit)
}

export async function findOwnRating(
  db: Queryable,
  userId: string,
  itemId: string,
): Promise<RatingRow | null> {
  const [row] = await db
    .select()
    .from(ratings)
    .where(and(eq(ratings.userId, userId), eq(ratings.itemId, itemId)))
  return row ?? null
}

/** A user's first rating of an item. */
export async function insertRating(tx: Transaction, rating: OwnedRating): Promise<void> {
  await tx.insert(ratings).values(rating)
}

/**
 * Changes a user's rating of an item and returns it as it was. Locked in a statement of its own: one statement that reads and writes would
 * not see what another transaction has just written. Null where there is none.
 */
export async function replaceRating(
  tx: Transaction,
  userId: string,
  itemId: string,
  change: Pick<RatingRow, 'stars' | 'comment' | 'changedAt'>,
): Promise<RatingRow | null> {
  const own = and(eq(ratings.userId, userId), eq(ratings.itemId, itemId))
  const [before] = await tx.select().from(ratings).where(own).for('update')
  if (before) {
    const isSame = before.stars === change.stars && before.comment === change.comment
    await tx
      .update(ratings)
      .set({ ...change, version: before.version + (isSame ? 0 : 1) })
      .where(own)
  }
  return before ?? null
}

export async function deleteOwnRating(
  tx: Transaction,
  userId: string,
  itemId: string,
): Promise<RatingRow | null> {
  const [row] = await tx
    .delete(ratings)
    .where(and(eq(ratings.userId, userId), eq(ratings.itemId, itemId)))
    .returning()
  return row ?? null
}

/** Finds a review with its item and author. */
export async function findReview(db: Queryable, reviewId: string): Promise<RatingRow | null> {
  const [row] = await db.select().from(ratings).where(eq(ratings.id, reviewId))
  return row ?? null
}

/** The same, kept from being changed until the transaction ends. */
export async function lockReview(tx: Transaction, reviewId: string): Promise<RatingRow | null> {
  const [row] = await tx.select().from(ratings).where(eq(ratings.id, reviewId)).for('update')
  return row ?? null
}

/** The same, kept from being deleted until the transaction ends. */
export async function holdReview(tx: Transaction, reviewId: string): Promise<RatingRow | null> {
  const [row] = await tx.select().from(ratings).where(eq(ratings.id, reviewId)).for('key share')
  return row ?? null
}

export async function deleteReview(tx: Transaction, reviewId: string): Promise<RatingRow | null> {
  const [row] = await tx.delete(ratings).where(eq(ratings.id, reviewId)).returning()
  return row ?? null
}

export async function clearComment(tx: Transaction, reviewId: string): Promise<RatingRow | null> {
  const [row] = await tx
    .update(ratings)
    .set({ comment: null, version: sql`${ratings.version} + 1` })
    .where(eq(ratings.id, reviewId))
    .returning()
  return row ?? null
}

const COUNTERS = ['one_star', 'two_stars', 'three_stars', 'four_stars', 'five_stars']

/**
 * Counts a rating in its item: `added` stars come, `removed` stars go. In the transaction of the rating, after it: every transaction takes
 * its locks in the order item (shared), rating, item.
 */
export async function countStars(
  tx: Transaction,
  itemId: string,
  { added, removed }: { added?: number; removed?: number },
): Promise<void> {
  if (added === removed) return
  const changes = [
    ...(added === undefined ? [] : [changeBy(added, sql`+ 1`)]),
    ...(removed === undefined ? [] : [changeBy(removed, sql`- 1`)]),
  ]
  await tx.execute(sql`update items set ${sql.join(changes, sql`, `)} where id = ${itemId}`)
}

function changeBy(stars: number, change: SQL): SQL {
  const counter = COUNTERS[stars - 1]
  if (counter === undefined) throw new RangeError(`${stars} stars cannot be given`)
  return sql`${sql.identifier(counter)} = ${sql.identifier(counter)} ${change}`
}
