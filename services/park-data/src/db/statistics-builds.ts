import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { eq, sql } from 'drizzle-orm'
import { statisticsBuilds } from './schema.ts'

/** Locks the builds of a park until the transaction ends. Returns false if another process builds it. */
export async function lockBuild(tx: Transaction, parkId: string): Promise<boolean> {
  const [row] = await tx.execute<{ locked: boolean }>(sql`
    select pg_try_advisory_xact_lock(${lockOfThing(sql`${`statistics ${parkId}`}`)}) as locked`)
  return row?.locked ?? false
}

/** Null if all days that are kept must be built. */
export async function findBuiltUntil(db: Database | Transaction, parkId: string): Promise<string | null> {
  const [row] = await db.select().from(statisticsBuilds).where(eq(statisticsBuilds.parkId, parkId))
  return row?.builtUntil ?? null
}

export async function saveBuiltUntil(tx: Transaction, parkId: string, builtUntil: string): Promise<void> {
  await tx
    .insert(statisticsBuilds)
    .values({ parkId, builtUntil })
    .onConflictDoUpdate({ target: statisticsBuilds.parkId, set: { builtUntil } })
}

/** Keeps builds of these parks from beginning until the transaction ends, and waits for those that run. */
export async function holdBuilds(tx: Transaction, parkIds: string[]): Promise<void> {
  for (const id of parkIds.toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockOfThing(sql`${`statistics ${id}`}`)})`)
}

/**
 * Has all days that are kept built again for these parks. Called while their builds are held: one that ran may have passed over what the
 * transaction adds, and its mark must not outlive it.
 */
export async function forgetBuilds(tx: Transaction, parkIds: string[]): Promise<void> {
  await tx.execute(sql`delete from statistics_builds where park_id = any(${uuids(parkIds)})`)
}

/** The parks of these rides. */
export async function listParksOfRides(tx: Transaction, rideIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select distinct park_id as id from attractions
    where id in (select value::uuid from jsonb_array_elements_text(${asJsonb([...new Set(rideIds)])}))`)
  return rows.map(({ id }) => id)
}

/** The parks that have statistics. */
export async function listStatisticsParks(db: Database): Promise<string[]> {
  const rows = await db.select({ parkId: statisticsBuilds.parkId }).from(statisticsBuilds)
  return rows.map(({ parkId }) => parkId)
}
