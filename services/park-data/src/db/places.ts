import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { eq, inArray, sql } from 'drizzle-orm'
import type { ParkPlaceRef } from '../domain/catalogue.ts'
import type { PlaceState } from '../domain/observe-places.ts'
import { placeStates, places } from './schema.ts'

/** By id of the restaurant or show. */
export type PlaceStates = ReadonlyMap<string, PlaceState>

export type PlaceEntry = Pick<typeof places.$inferSelect, 'id' | 'parkId' | 'kind' | 'name' | 'retired'>

/** The restaurants and shows of these parks, retired ones too. */
export async function listPlaceEntries(db: Database, parkIds: string[]): Promise<PlaceEntry[]> {
  const { id, parkId, kind, name, retired } = places
  return db.select({ id, parkId, kind, name, retired }).from(places).where(inArray(parkId, parkIds))
}

/** The last readings of the restaurants and shows of each of these parks, by id. */
export async function listPlaceStates(db: Database, parkIds: string[]): Promise<Map<string, PlaceStates>> {
  const { placeId, status, waitMinutes, tables, times, tablesSeenAt, seenAt } = placeStates
  const rows = await db
    .select({
      parkId: places.parkId,
      state: { placeId, status, waitMinutes, tables, times, tablesSeenAt, seenAt },
    })
    .from(placeStates)
    .innerJoin(places, eq(places.id, placeId))
    .where(inArray(places.parkId, parkIds))
  const byPark = Map.groupBy(rows, ({ parkId }) => parkId)
  return new Map(
    [...byPark].map(([parkId, own]) => [parkId, new Map(own.map(({ state }) => [state.placeId, state]))]),
  )
}

/** Adds what a live row shows first, moves what it shows in another park, and ends a retirement. The list has more to tell: slug and location stay. */
export async function joinListedPlaces(tx: Transaction, found: ParkPlaceRef[]): Promise<void> {
  await tx.execute(sql`
    insert into places (id, park_id, kind, name)
    select id, "parkId", kind, name from jsonb_to_recordset(${asJsonb(found)})
      as r(id uuid, "parkId" uuid, kind text, name text)
    on conflict (id) do update set park_id = excluded.park_id, kind = excluded.kind, retired = false`)
}
