import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Opening } from '../domain/opening-hours.ts'
import { destinationList, destinations, openingHours, parks } from './schema.ts'

/** When the catalogue and the hours were last read. */

export async function findDestinationsReadAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ readAt: destinationList.readAt }).from(destinationList)
  return row?.readAt ?? null
}

export type ParkUpkeep = {
  id: string
  timezone: string | null
  attractionsReadAt: Date | null
  hoursReadAt: Date | null
  destination: { id: string; name: string }
}

export async function listUpkeep(db: Database): Promise<ParkUpkeep[]> {
  return db
    .select({
      id: parks.id,
      timezone: parks.timezone,
      attractionsReadAt: parks.attractionsReadAt,
      hoursReadAt: parks.hoursReadAt,
      destination: { id: destinations.id, name: destinations.name },
    })
    .from(parks)
    .innerJoin(destinations, eq(destinations.id, parks.destinationId))
    .where(and(eq(parks.retired, false), eq(destinations.retired, false)))
    .orderBy(asc(parks.name))
}

export async function saveHoursRead(tx: Transaction, parkId: string, readAt: Date): Promise<void> {
  await tx.update(parks).set({ hoursReadAt: readAt }).where(eq(parks.id, parkId))
}

/** Replaces all hours of a park from this day on. */
export async function replaceOpenings(
  tx: Transaction,
  parkId: string,
  firstDate: string,
  openings: Opening[],
): Promise<void> {
  await tx.delete(openingHours).where(and(eq(openingHours.parkId, parkId), gte(openingHours.date, firstDate)))
  await tx.execute(sql`
    insert into opening_hours (park_id, date, type, opens_at, closes_at)
    select ${parkId}::uuid, date, type, "opensAt", "closesAt"
    from jsonb_to_recordset(${asJsonb(openings)})
      as r(date date, type text, "opensAt" timestamptz, "closesAt" timestamptz)
    on conflict do nothing`)
}
