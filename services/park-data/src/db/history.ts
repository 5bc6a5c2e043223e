import type { Database, Transaction } from '@walkon/service/database'
import type { ParkDay } from '@walkon/service/park-day'
import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import {
  attractions,
  hourlyWaits,
  observations,
  openingHours,
  parks,
  passWindows,
  planParks,
} from './schema.ts'

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

/** A ride with its park; an id that upstream has given up leads to the ride that has its place. */
export async function findStandingRide(db: Database, rideId: string) {
  const [asked] = await db
    .select({ replacedBy: attractions.replacedBy })
    .from(attractions)
    .where(eq(attractions.id, rideId))
  const attraction = await findAttraction(db, asked?.replacedBy ?? rideId)
  if (!attraction) return null
  const [park] = await db.select({ name: parks.name }).from(parks).where(eq(parks.id, attraction.parkId))
  return { ...attraction, parkName: park?.name ?? '' }
}

/** The shortest posted wait of each of these days, with the first hour that had it. */
export async function listLowestWaits(
  db: Database,
  { rideId, parkId, dates }: { rideId: string; parkId: string; dates: string[] },
): Promise<ReadonlyMap<string, { waitMinutes: number; hour: number }>> {
  const { date, hour, minMinutes } = hourlyWaits
  const rows = await db
    .selectDistinctOn([date], { date, hour, waitMinutes: minMinutes })
    .from(hourlyWaits)
    .where(and(eq(hourlyWaits.parkId, parkId), inArray(date, dates), eq(hourlyWaits.rideId, rideId)))
    .orderBy(date, asc(minMinutes), asc(hour))
  return new Map(rows.map(({ date: day, ...lowest }) => [day, lowest]))
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

/** The UTC days, `yyyy-mm-dd`, that have a partition. */
export async function listPartitionDays(db: Database): Promise<string[]> {
  const partitions = await db.execute<{ name: string }>(sql`
    select child.relname as name from pg_inherits join pg_class child on child.oid = inhrelid
    where inhparent = 'observations'::regclass`)
  return partitions.map(({ name }) => name.slice(PARTITION.length).replaceAll('_', '-'))
}

/** An exclusive lock for changes of the partitions; polls and queries of the history wait for the end of the transaction. */
export async function lockPartitions(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table observations in access exclusive mode`)
}

/** For the UTC day that begins on `day` and ends on `nextDay`. */
export async function createPartition(tx: Transaction, day: string, nextDay: string): Promise<void> {
  await tx.execute(sql`
    create table if not exists ${partitionOf(day)} partition of observations
    for values from (${sql.raw(`'${day}T00:00:00Z'`)}) to (${sql.raw(`'${nextDay}T00:00:00Z'`)})`)
}

export async function dropPartition(tx: Transaction, day: string): Promise<void> {
  await tx.execute(sql`drop table if exists ${partitionOf(day)}`)
}

/** Deletes statistics and hours of days before `oldest`. */
export async function deleteDaysBefore(db: Database, oldest: string): Promise<void> {
  await db.delete(hourlyWaits).where(lt(hourlyWaits.date, oldest))
  await db.delete(openingHours).where(lt(openingHours.date, oldest))
}

/** Windows of passes, and of parks that plans had watched. */
export async function deleteWatchesEndedBefore(db: Database, instant: Date): Promise<void> {
  await db.delete(passWindows).where(lt(passWindows.endsAt, instant))
  await db.delete(planParks).where(lt(planParks.watchedUntil, instant))
}

const PARTITION = 'observations_'
const partitionOf = (day: string) => sql.identifier(`${PARTITION}${day.replaceAll('-', '_')}`)
