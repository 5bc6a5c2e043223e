import type { Queryable, Transaction } from '@walkon/service/database'
import { instantOf, uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { keyOf } from '../domain/table-openings.ts'
import { tableTellings } from './schema.ts'

type TellingRow = typeof tableTellings.$inferSelect
export type NewTelling = Omit<TellingRow, 'id'>

/** SHA-256, hex: only the hash of a mailed link is stored. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

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
