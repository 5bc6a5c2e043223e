import type { Queryable, Transaction } from '@walkon/service/database'
import { instantOf, uuids } from '@walkon/service/sql-parameters'
import { eq, getTableColumns, sql } from 'drizzle-orm'
import { keyOf } from '../../domain/table-openings.ts'
import { parks, tableTellings, type tableOpenings } from '../schema.ts'

type TellingRow = typeof tableTellings.$inferSelect
type TableOpening = typeof tableOpenings.$inferSelect
export type NewTelling = Omit<TellingRow, 'id'>

export async function saveTellings(tx: Transaction, tellings: NewTelling[]): Promise<void> {
  if (tellings.length === 0) return
  await tx.insert(tableTellings).values(
    tellings.map(({ userId, alertId, restaurantName, parkId, partySize, openingIds, tokenHash, toldAt }) => ({
      userId,
      alertId,
      restaurantName,
      parkId,
      partySize,
      openingIds,
      tokenHash,
      toldAt,
    })),
  )
}

type SlotRow = {
  userId: string
  restaurantId: string
  date: string
  source: 'walk-up' | 'reservation'
  partySize: number
  time: string | null
}

/** The tables that these accounts were told of after an instant. */
export async function listToldSlots(
  db: Queryable,
  accounts: { userId: string }[],
  after: Date,
): Promise<{ userId: string; slot: string }[]> {
  const rows = await db.execute<SlotRow>(sql`
    select told.user_id as "userId", opening.restaurant_id as "restaurantId", opening.date::text as date, opening.source,
      opening.party_size as "partySize", opening.time
    from table_tellings told
    cross join lateral unnest(told.opening_ids) as of(id)
    join table_openings opening on opening.id = of.id
    where told.user_id = any(${uuids([...new Set(accounts.map(({ userId }) => userId))])})
      and told.told_at > ${instantOf(after)}`)
  return rows.map((row) => ({ userId: row.userId, slot: keyOf(row) }))
}

/** Finds what these accounts were told of their openings, at any time. */
export async function findToldOpenings(
  db: Queryable,
  matches: { userId: string; openingIds: string[] }[],
): Promise<(userId: string, openingId: string) => boolean> {
  const rows = await db.execute<{ userId: string; openingId: string }>(sql`
    select told.user_id as "userId", of.id as "openingId"
    from table_tellings told cross join lateral unnest(told.opening_ids) as of(id)
    where told.user_id = any(${uuids([...new Set(matches.map(({ userId }) => userId))])})
      and of.id = any(${uuids([...new Set(matches.flatMap(({ openingIds }) => openingIds))])})`)
  const told = new Set(rows.map(({ userId, openingId }) => `${userId} ${openingId}`))
  return (userId, openingId) => told.has(`${userId} ${openingId}`)
}

export type LinkedTelling = Pick<TellingRow, 'restaurantName' | 'partySize' | 'openingIds' | 'toldAt'> & {
  parkName: string
  timezone: string
  destinationId: string
}

/** Finds the tables of a mailed link; null for an unknown one. */
export async function findTelling(db: Queryable, tokenHash: string): Promise<LinkedTelling | null> {
  const { restaurantName, partySize, openingIds, toldAt } = getTableColumns(tableTellings)
  const { name: parkName, timezone, destinationId } = getTableColumns(parks)
  const [row] = await db
    .select({ restaurantName, partySize, openingIds, toldAt, parkName, timezone, destinationId })
    .from(tableTellings)
    .innerJoin(parks, eq(parks.id, tableTellings.parkId))
    .where(eq(tableTellings.tokenHash, tokenHash))
  return row ?? null
}

export type ToldOpening = Pick<TableOpening, 'date' | 'time' | 'waitMinutes' | 'source'> & {
  /** True if the last look saw it, also where it came free again since. */
  isSeen: boolean
  isShut: boolean
  /** The last check of its day; null for a walk-up table, and for a day without an active alert. */
  checkedAt: Date | null
}

/** These openings in the order of their times, as they stand now. */
export async function listToldOpenings(db: Queryable, ids: string[]): Promise<ToldOpening[]> {
  const rows = await db.execute<Omit<ToldOpening, 'checkedAt'> & { checkedAt: string | null }>(sql`
    select told.date::text as date, told.time, told.wait_minutes as "waitMinutes", told.source,
      coalesce(restaurant.is_shut, true) as "isShut", look.checked_at as "checkedAt",
      exists (select from table_openings open
        where open.ended_at is null and open.missed = 0 and open.restaurant_id = told.restaurant_id
          and open.date = told.date and open.source = told.source and open.party_size = told.party_size
          and coalesce(open.time, '') = coalesce(told.time, '')) as "isSeen"
    from table_openings told
    left join restaurants restaurant on restaurant.id = told.restaurant_id
    left join table_checks look on told.source = 'reservation'
      and look.restaurant_id = told.restaurant_id and look.date = told.date
    where told.id = any(${uuids(ids)}) order by told.date, told.time nulls first`)
  return rows.map((row) => ({ ...row, checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt) }))
}

/** For the data export. */
export const listTellingsOf = (db: Queryable, userId: string) => {
  const { alertId, restaurantName, partySize, toldAt } = tableTellings
  return db
    .select({ alertId, restaurantName, partySize, toldAt })
    .from(tableTellings)
    .where(eq(tableTellings.userId, userId))
    .orderBy(toldAt)
}

export async function deleteTellingsOf(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.execute(sql`delete from table_tellings where user_id = any(${uuids(userIds)})`)
}

/** Returns how many were deleted. */
export async function deleteTellingsBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from table_tellings where id = any(array(
      select id from table_tellings where told_at < ${instantOf(before)} order by told_at limit ${limit}))`)
  return deleted.count
}
