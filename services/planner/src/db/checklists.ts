import type { ChecklistEntry } from '@walkon/contracts/checklist-rule'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, instantOf } from '@walkon/service/sql-parameters'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { checklistRides, parks, rides } from './schema.ts'

/** Changes of one account come one after another, so that each sees what the one before has saved. */
export async function lockChecklists(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockOfThing(sql`'checklist.' || ${userId}::text`)})`)
}

/** A user's rides of a park, removed ones too. */
export async function listEntries(db: Queryable, userId: string, parkId: string): Promise<ChecklistEntry[]> {
  const rows = await db
    .select()
    .from(checklistRides)
    .where(and(eq(checklistRides.userId, userId), eq(checklistRides.parkId, parkId)))
  return rows.map(({ rideId, isListed, listChangedAt, completedAt, tickChangedAt }) => ({
    rideId,
    isListed,
    listChangedAt: listChangedAt.getTime(),
    isCompleted: completedAt !== null,
    tickChangedAt: tickChangedAt.getTime(),
  }))
}

export async function saveEntries(
  tx: Transaction,
  userId: string,
  parkId: string,
  entries: ChecklistEntry[],
): Promise<void> {
  const rows = entries.map(({ rideId, isListed, listChangedAt, isCompleted, tickChangedAt }) => ({
    ride_id: rideId,
    is_listed: isListed,
    list_changed_at: new Date(listChangedAt),
    completed_at: isCompleted ? new Date(tickChangedAt) : null,
    tick_changed_at: new Date(tickChangedAt),
  }))
  await tx.execute(sql`
    insert into checklist_rides (user_id, park_id, ride_id, is_listed, list_changed_at, completed_at, tick_changed_at)
    select ${userId}::uuid, ${parkId}::uuid, r.*
    from jsonb_to_recordset(${asJsonb(rows)})
      as r(ride_id uuid, is_listed boolean, list_changed_at timestamptz, completed_at timestamptz, tick_changed_at timestamptz)
    on conflict (user_id, park_id, ride_id) do update
      set is_listed = excluded.is_listed, list_changed_at = excluded.list_changed_at,
        completed_at = excluded.completed_at, tick_changed_at = excluded.tick_changed_at
    where (checklist_rides.*) is distinct from (excluded.*)`)
}

/** Rides of any park, also those that the feed lists no longer. */
export async function findRides(
  db: Queryable,
  rideIds: string[],
): Promise<Map<string, { name: string; isRide: boolean }>> {
  const rows = await db
    .select({ id: rides.id, name: rides.name, isRide: rides.isRide })
    .from(rides)
    .where(inArray(rides.id, rideIds))
  return new Map(rows.map(({ id, ...ride }) => [id, ride]))
}

/** For the data export. */
export const listChecklistsOf = (db: Database, userId: string) =>
  db
    .select({
      parkName: parks.name,
      rideName: rides.name,
      isListed: checklistRides.isListed,
      listChangedAt: checklistRides.listChangedAt,
      completedAt: checklistRides.completedAt,
      tickChangedAt: checklistRides.tickChangedAt,
    })
    .from(checklistRides)
    .leftJoin(parks, eq(parks.id, checklistRides.parkId))
    .leftJoin(rides, eq(rides.id, checklistRides.rideId))
    .where(eq(checklistRides.userId, userId))
    .orderBy(asc(checklistRides.listChangedAt), asc(checklistRides.rideId))

export async function deleteChecklists(tx: Transaction, userIds: string[]): Promise<void> {
  await tx.delete(checklistRides).where(inArray(checklistRides.userId, userIds))
}

/** Rides that were removed before that instant. Returns how many rows were deleted. */
export async function deleteRemovedBefore(db: Database, before: Date, limit: number): Promise<number> {
  const { count } = await db.execute(sql`
    delete from checklist_rides where ctid = any(array(
      select ctid from checklist_rides where not is_listed and list_changed_at < ${instantOf(before)}
      order by list_changed_at limit ${limit}))`)
  return count
}
