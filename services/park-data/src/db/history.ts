import type { Database } from '@walkon/service/database'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import type { ParkDay } from '../domain/park-day.ts'
import { attractions, hourlyWaits, observations, openingHours, parks, passWindows } from './schema.ts'

export async function findAttraction(db: Database, rideId: string) {
  const [row] = await db
    .select({
      rideId: attractions.id,
      name: attractions.name,
      parkId: attractions.parkId,
      timezone: sql<string>`${parks.timezone}`,
    })
    .from(attractions)
    .innerJoin(parks, eq(parks.id, attractions.parkId))
    .where(eq(attractions.id, rideId))
  return row ?? null
}

export async function listObservations(db: Database, rideId: string, { startsAt, endsAt }: ParkDay) {
  return db
    .select({
      observedAt: observations.observedAt,
      status: observations.status,
      waitMinutes: observations.waitMinutes,
    })
    .from(observations)
    .where(
      and(
        eq(observations.rideId, rideId),
        gte(observations.observedAt, startsAt),
        lt(observations.observedAt, endsAt),
      ),
    )
    .orderBy(asc(observations.observedAt))
}

const DAY_MS = 86_400_000
const DAYS_AHEAD = 3

/** Makes the partitions of today and the days ahead. An observation without a partition would fail its whole poll. */
export async function createPartitions(db: Database, now: Date): Promise<void> {
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead++) {
    const day = utcDay(now.getTime() + ahead * DAY_MS)
    const next = utcDay(now.getTime() + (ahead + 1) * DAY_MS)
    await db.execute(sql`
      create table if not exists ${sql.identifier(partitionOf(day))} partition of observations
      for values from (${sql.raw(`'${day}T00:00:00Z'`)}) to (${sql.raw(`'${next}T00:00:00Z'`)})`)
  }
}

/** Drops what is older than that: partitions of observations whole, the rest by rows. */
export async function deleteOldHistory(db: Database, retentionDays: number, now: Date): Promise<void> {
  const oldest = utcDay(now.getTime() - retentionDays * DAY_MS)
  const partitions = await db.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'observations'::regclass`)
  for (const { name } of partitions) {
    if (name < partitionOf(oldest)) await db.execute(sql`drop table if exists ${sql.identifier(name)}`)
  }
  await db.delete(hourlyWaits).where(lt(hourlyWaits.date, oldest))
  await db.delete(openingHours).where(lt(openingHours.date, oldest))
  await db.delete(passWindows).where(lt(passWindows.endsAt, new Date(now.getTime() - DAY_MS)))
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const partitionOf = (day: string) => `observations_${day.replaceAll('-', '_')}`
