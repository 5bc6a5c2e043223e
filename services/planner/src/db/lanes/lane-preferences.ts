import type { Queryable, Transaction } from '@walkon/service/database'
import { asc, and, desc, eq, getTableColumns } from 'drizzle-orm'
import { lanePreferences, parks, rides } from '../schema.ts'

export type PreferenceRow = typeof lanePreferences.$inferSelect
export type ShownPreference = PreferenceRow & { rideName: string; parkId: string; parkName: string }

type Wishes = Pick<PreferenceRow, 'priority' | 'startTime' | 'endTime' | 'maxAmount' | 'maxCurrency'>

/** An account's preferences, the highest priority first. */
export function listPreferences(db: Queryable, userId: string): Promise<ShownPreference[]> {
  return db
    .select({
      ...getTableColumns(lanePreferences),
      rideName: rides.name,
      parkId: rides.parkId,
      parkName: parks.name,
    })
    .from(lanePreferences)
    .innerJoin(rides, eq(rides.id, lanePreferences.rideId))
    .innerJoin(parks, eq(parks.id, rides.parkId))
    .where(eq(lanePreferences.userId, userId))
    .orderBy(desc(lanePreferences.priority), asc(rides.name), asc(lanePreferences.id))
}

/** Its id; null where the account has one for the ride already. */
export async function insertPreference(
  tx: Transaction,
  preference: Wishes & Pick<PreferenceRow, 'userId' | 'rideId' | 'createdAt'>,
): Promise<string | null> {
  const inserted = await tx
    .insert(lanePreferences)
    .values(preference)
    .onConflictDoNothing()
    .returning({ id: lanePreferences.id })
  return inserted[0]?.id ?? null
}

const isOwn = (userId: string, id: string) =>
  and(eq(lanePreferences.id, id), eq(lanePreferences.userId, userId))

/** Locks a preference of the account, and returns its ride; null where it has no such preference. */
export async function findRideOfPreference(
  tx: Transaction,
  userId: string,
  id: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ rideId: lanePreferences.rideId })
    .from(lanePreferences)
    .where(isOwn(userId, id))
    .for('update')
  return row?.rideId ?? null
}

export async function savePreference(
  tx: Transaction,
  userId: string,
  id: string,
  wishes: Wishes,
): Promise<void> {
  await tx.update(lanePreferences).set(wishes).where(isOwn(userId, id))
}

export async function deletePreference(tx: Queryable, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(lanePreferences)
    .where(isOwn(userId, id))
    .returning({ id: lanePreferences.id })
  return deleted.length > 0
}
