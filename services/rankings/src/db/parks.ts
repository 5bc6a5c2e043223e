import type { RankedPark } from '@walkon/contracts/http/rankings'
import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { and, asc, eq, sql } from 'drizzle-orm'
import { parks } from './schema.ts'

export type ParkRow = typeof parks.$inferSelect

/** The parks that the feed lists, by name. */
export const listParks = (db: Queryable): Promise<RankedPark[]> =>
  db
    .select({ parkId: parks.id, name: parks.name, destinationName: parks.destinationName })
    .from(parks)
    .where(eq(parks.retired, false))
    .orderBy(asc(parks.name), asc(parks.id))

/** A park to which an item can be added. */
export async function findPark(db: Queryable, id: string): Promise<ParkRow | null> {
  const [row] = await db
    .select()
    .from(parks)
    .where(and(eq(parks.id, id), eq(parks.retired, false)))
  return row ?? null
}

/** `rows` must not contain a park twice. */
export async function saveParks(tx: Transaction, rows: ParkRow[]): Promise<void> {
  await tx.execute(sql`
    insert into parks (id, name, destination_name, retired)
    select id, name, destination_name, retired
    from jsonb_to_recordset(${asJsonb(rows.map(({ destinationName, ...row }) => ({ ...row, destination_name: destinationName })))})
      as r(id uuid, name text, destination_name text, retired boolean)
    on conflict (id) do update
      set name = excluded.name, destination_name = excluded.destination_name, retired = excluded.retired`)
}
