import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, eq, sql } from 'drizzle-orm'
import { parks } from '../schema.ts'

export type ParkRow = typeof parks.$inferSelect

/** A park for which alerts can be ordered. */
export async function findPark(db: Queryable, id: string): Promise<ParkRow | null> {
  const [row] = await db
    .select()
    .from(parks)
    .where(and(eq(parks.id, id), eq(parks.retired, false)))
  return row ?? null
}

/** A park that was ordered for; it may be retired since. */
export async function getPark(tx: Queryable, id: string): Promise<ParkRow> {
  const [row] = await tx.select().from(parks).where(eq(parks.id, id))
  if (!row) throw new Error(`No park ${id}`)
  return row
}

/** All parks for which alerts can be ordered. */
export const listParks = (db: Queryable): Promise<ParkRow[]> =>
  db.select().from(parks).where(eq(parks.retired, false))

/** `parks` must not contain a park twice. */
export async function saveParks(tx: Transaction, rows: ParkRow[]): Promise<void> {
  await tx.execute(sql`
    insert into parks (id, name, timezone, retired, ride_ids)
    select id, name, timezone, retired, array(select jsonb_array_elements_text("rideIds")::uuid)
    from jsonb_to_recordset(${asJsonb(rows)}) as r(id uuid, name text, timezone text, retired boolean, "rideIds" jsonb)
    on conflict (id) do update set name = excluded.name, timezone = excluded.timezone, retired = excluded.retired,
      ride_ids = excluded.ride_ids`)
}
