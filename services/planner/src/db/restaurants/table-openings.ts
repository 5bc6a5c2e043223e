import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, instantOf, uuids } from '@walkon/service/sql-parameters'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { ObservedOpenings, Opening } from '../../domain/table-openings.ts'
import { tableOpenings } from '../schema.ts'

const { endedAt: _ended, ...columns } = getTableColumns(tableOpenings)

/**
 * An exclusive lock on the restaurant for a new opening, a shared one for a new alert. The later of the two sees the earlier, so the
 * opening is told once.
 */
const RESTAURANT = sql`'restaurant.' || given.id`

export async function lockRestaurants(tx: Transaction, restaurantIds: string[]): Promise<void> {
  const sorted = [...new Set(restaurantIds)].toSorted()
  if (sorted.length === 0) return
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(RESTAURANT)})
    from jsonb_array_elements_text(${asJsonb(sorted)}) as given(id)`)
}

export async function shareRestaurant(tx: Transaction, restaurantId: string): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock_shared(${lockOfThing(RESTAURANT)}) from (values (${restaurantId}::text)) as given(id)`)
}

/** The walk-up tables of a park that are open. */
export const listOpenWalkUps = (db: Queryable, parkId: string): Promise<Opening[]> =>
  db
    .select(columns)
    .from(tableOpenings)
    .where(
      and(
        eq(tableOpenings.parkId, parkId),
        eq(tableOpenings.source, 'walk-up'),
        isNull(tableOpenings.endedAt),
      ),
    )

/** The reservations of a restaurant on a day that are open. */
export const listOpenReservations = (db: Queryable, restaurantId: string, date: string): Promise<Opening[]> =>
  db
    .select(columns)
    .from(tableOpenings)
    .where(
      and(
        eq(tableOpenings.restaurantId, restaurantId),
        eq(tableOpenings.date, date),
        eq(tableOpenings.source, 'reservation'),
        isNull(tableOpenings.endedAt),
      ),
    )

/** Everything that is open at a restaurant for a party. */
export const listOpenTables = (db: Queryable, restaurantId: string, partySize: number): Promise<Opening[]> =>
  db
    .select(columns)
    .from(tableOpenings)
    .where(
      and(
        eq(tableOpenings.restaurantId, restaurantId),
        eq(tableOpenings.partySize, partySize),
        isNull(tableOpenings.endedAt),
      ),
    )

/** Returns the ids of those that were not stored before. */
export async function saveOpenings(
  tx: Transaction,
  { opened, missed, seenAgain, ended }: Omit<ObservedOpenings, 'opened'> & { opened: Opening[] },
  at: Date,
): Promise<Set<string>> {
  if (missed.length + seenAgain.length + ended.length > 0) {
    await tx.execute(sql`
      update table_openings set
        missed = case when id = any(${uuids(seenAgain)}) then 0 else missed + 1 end,
        ended_at = case when id = any(${uuids(ended)}) then ${instantOf(at)} end
      where id = any(${uuids([...missed, ...seenAgain, ...ended])})`)
  }
  if (opened.length === 0) return new Set()
  const { id } = tableOpenings
  const stored = await tx.insert(tableOpenings).values(opened).onConflictDoNothing().returning({ id })
  return new Set(stored.map((row) => row.id))
}

/** Ends openings for days that are over everywhere. */
export async function endPastOpenings(db: Queryable, before: string, at: Date): Promise<void> {
  await db.execute(sql`
    update table_openings set ended_at = ${instantOf(at)}
    where ended_at is null and date < ${before}::date`)
}

/** The feed shows walk-up tables of these restaurants. Written again when that was noted hours ago. */
export async function saveWalkUpLists(tx: Transaction, restaurantIds: string[], seenAt: Date): Promise<void> {
  const sorted = [...new Set(restaurantIds)].toSorted()
  if (sorted.length === 0) return
  await tx.execute(sql`
    insert into walk_up_lists (restaurant_id, seen_at)
    select id::uuid, ${instantOf(seenAt)}
    from jsonb_array_elements_text(${asJsonb(sorted)}) as given(id) order by id
    on conflict (restaurant_id) do update set seen_at = excluded.seen_at
    where walk_up_lists.seen_at < excluded.seen_at - interval '6 hours'`)
}

/** Returns how many were deleted. */
export async function deleteEndedOpenings(db: Queryable, endedBefore: Date, limit: number): Promise<number> {
  const deleted = await db.execute(sql`
    delete from table_openings where id = any(array(
      select id from table_openings where ended_at < ${instantOf(endedBefore)}
      order by ended_at limit ${limit}))`)
  return deleted.count
}
