import type { Database } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Opening } from '../domain/opening-hours.ts'
import { destinations, parks, poller } from './schema.ts'

/** When what hardly ever changes was last read. */

export async function findDestinationsReadAt(db: Database): Promise<Date | null> {
  const [row] = await db.select({ readAt: poller.destinationsReadAt }).from(poller)
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

/**
 * Takes over the park's hours from the first listed day on. An empty list takes nothing away: a day's known hours hold
 * until the feed names others.
 */
export async function saveOpenings(
  db: Database,
  parkId: string,
  openings: Opening[],
  readAt: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(
      sql`update parks set hours_read_at = ${readAt.toISOString()}::timestamptz where id = ${parkId}`,
    )
    if (openings.length === 0) return
    const firstDate = openings.map(({ date }) => date).toSorted()[0]
    await tx.execute(sql`delete from opening_hours where park_id = ${parkId} and date >= ${firstDate}::date`)
    await tx.execute(sql`
      insert into opening_hours (park_id, date, type, opens_at, closes_at)
      select ${parkId}::uuid, date, type, "opensAt", "closesAt"
      from jsonb_to_recordset(${asJsonb(openings)})
        as r(date date, type text, "opensAt" timestamptz, "closesAt" timestamptz)
      on conflict do nothing`)
  })
}
