import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { TablePlace } from '../domain/table-openings.ts'
import { parks, restaurants, rides } from './schema.ts'

export type ParkRow = typeof parks.$inferSelect
export type RideRow = typeof rides.$inferSelect
export type RestaurantRow = Omit<typeof restaurants.$inferSelect, 'isShut'>

/** The parks that the feed lists, by name. */
export const listParks = (db: Queryable): Promise<ParkRow[]> =>
  db.select().from(parks).where(eq(parks.retired, false)).orderBy(asc(parks.name), asc(parks.id))

/** A park that the feed lists. */
export async function findPark(db: Queryable, id: string): Promise<ParkRow | null> {
  const [park] = await db
    .select()
    .from(parks)
    .where(and(eq(parks.id, id), eq(parks.retired, false)))
  return park ?? null
}

/** The rides of a park that the feed lists and that count as such, by name. */
export const listRides = (db: Queryable, parkId: string): Promise<RideRow[]> =>
  db
    .select()
    .from(rides)
    .where(and(eq(rides.parkId, parkId), eq(rides.retired, false), eq(rides.isRide, true)))
    .orderBy(asc(rides.name), asc(rides.id))

/** Lists those of these that are rides of the park, listed by the feed or not. */
export async function listKnownRideIds(db: Queryable, parkId: string, ids: string[]): Promise<string[]> {
  const rows = await db
    .select({ id: rides.id })
    .from(rides)
    .where(and(eq(rides.parkId, parkId), inArray(rides.id, ids)))
  return rows.map(({ id }) => id)
}

/** The restaurants of a park that the feed lists, by name. */
export const listRestaurants = (db: Queryable, parkId: string): Promise<RestaurantRow[]> =>
  db
    .select()
    .from(restaurants)
    .where(and(eq(restaurants.parkId, parkId), eq(restaurants.retired, false)))
    .orderBy(asc(restaurants.name), asc(restaurants.id))

/** A ride, whether the feed still lists it or not. */
export async function findRide(db: Queryable, id: string): Promise<RideRow | null> {
  const [ride] = await db.select().from(rides).where(eq(rides.id, id))
  return ride ?? null
}

/** A restaurant, whether the feed still lists it or not. */
export async function findRestaurant(db: Queryable, id: string): Promise<RestaurantRow | null> {
  const [restaurant] = await db.select().from(restaurants).where(eq(restaurants.id, id))
  return restaurant ?? null
}

// `rows` must not contain an id twice. Rows are written in the order of their ids, so that no two transactions deadlock.

export async function saveParks(tx: Transaction, rows: ParkRow[]): Promise<void> {
  await tx.execute(sql`
    insert into parks (id, name, destination_id, destination_name, timezone, retired)
    select id, name, "destinationId", "destinationName", timezone, retired
    from jsonb_to_recordset(${asJsonb(rows)})
      as r(id uuid, name text, "destinationId" uuid, "destinationName" text, timezone text, retired boolean)
    order by id
    on conflict (id) do update set name = excluded.name, destination_id = excluded.destination_id,
      destination_name = excluded.destination_name, timezone = excluded.timezone, retired = excluded.retired
    where (parks.*) is distinct from (excluded.*)`)
}

export async function saveRides(tx: Transaction, rows: RideRow[]): Promise<void> {
  await tx.execute(sql`
    insert into rides (id, park_id, name, retired, is_ride)
    select id, "parkId", name, retired, "isRide"
    from jsonb_to_recordset(${asJsonb(rows)})
      as r(id uuid, "parkId" uuid, name text, retired boolean, "isRide" boolean)
    order by id
    on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, retired = excluded.retired,
      is_ride = excluded.is_ride
    where (rides.*) is distinct from (excluded.*)`)
}

export async function saveRestaurants(tx: Transaction, rows: RestaurantRow[]): Promise<void> {
  await tx.execute(sql`
    insert into restaurants (id, park_id, name, slug, latitude, longitude, retired)
    select id, "parkId", name, slug, latitude, longitude, retired
    from jsonb_to_recordset(${asJsonb(rows)}) as r(id uuid, "parkId" uuid, name text, slug text,
      latitude double precision, longitude double precision, retired boolean)
    order by id
    on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, slug = excluded.slug,
      latitude = excluded.latitude, longitude = excluded.longitude, retired = excluded.retired
    where (restaurants.park_id, restaurants.name, restaurants.slug, restaurants.latitude, restaurants.longitude, restaurants.retired)
      is distinct from (excluded.park_id, excluded.name, excluded.slug, excluded.latitude, excluded.longitude, excluded.retired)`)
}

/** The names of these parks, whether the feed still lists them or not. */
export async function listParkNames(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: parks.id, name: parks.name })
    .from(parks)
    .where(sql`${parks.id} = any(${uuids([...new Set(ids)])})`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The restaurants of a park that are shut are these, and no others. */
export async function saveShut(tx: Transaction, parkId: string, restaurantIds: string[]): Promise<void> {
  await tx.execute(sql`
    update restaurants set is_shut = not is_shut
    where id in (
      select id from restaurants where park_id = ${parkId} and is_shut <> (id = any(${uuids(restaurantIds)}))
      order by id for update)`)
}

/** Returns the facts that decide whether tables of these restaurants can still be taken. */
export async function listTablePlaces(
  db: Queryable,
  restaurantIds: string[],
): Promise<Map<string, TablePlace>> {
  const rows = await db
    .select({ id: restaurants.id, timezone: parks.timezone, isShut: restaurants.isShut })
    .from(restaurants)
    .innerJoin(parks, eq(parks.id, restaurants.parkId))
    .where(sql`${restaurants.id} = any(${uuids([...new Set(restaurantIds)])})`)
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}
