import type { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { and, eq, inArray, not, sql } from 'drizzle-orm'
import type {
  ListedDestination,
  ListedPark,
  ListedPlace,
  ParkAttraction,
  PlaceKind,
} from '../domain/catalogue.ts'
import { destinationList, parks, places } from './schema.ts'

export type ParkSnapshot = Parameters<typeof parkCatalogChanged.key>[0]

/** Parks as ParkCatalogChanged shows them. Locks them, so that two changes of a park are published in the order in which they commit. */
export async function lockSnapshots(tx: Transaction, parkIds: string[]): Promise<Map<string, ParkSnapshot>> {
  const rows = await tx.execute<ParkSnapshot>(sql`
    with locked as (
      select * from parks where id = any(${uuids(parkIds)}) and timezone is not null order by id for update
    )
    select park.id as "parkId", park.name, park.destination_id as "destinationId", destination.name as "destinationName",
      park.timezone, park.retired, coalesce(ride.rides, '[]') as attractions,
      coalesce(place.restaurants, '[]') as restaurants, coalesce(place.shows, '[]') as shows
    from locked park
    join destinations destination on destination.id = park.destination_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('rideId', id, 'name', name, 'retired', retired,
          'isRide', posts_waits and state.status is distinct from 'REFURBISHMENT')
        || case when replaced_by is null then '{}' else jsonb_build_object('replacedBy', replaced_by) end order by id) as rides
      from attractions left join ride_states state on state.ride_id = id
      where attractions.park_id = park.id
    ) ride on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('restaurantId', id) || described order by id)
          filter (where kind = 'restaurant') as restaurants,
        jsonb_agg(jsonb_build_object('showId', id) || described order by id) filter (where kind = 'show') as shows
      from places cross join lateral (
        select jsonb_build_object('name', name, 'slug', slug, 'retired', retired) || case
          when latitude is null then '{}'
          else jsonb_build_object('location', jsonb_build_object('latitude', latitude, 'longitude', longitude))
        end as described
      ) as description
      where park_id = park.id
    ) place on true`)
  return new Map(rows.map((row) => [row.parkId, { ...row }]))
}

/** The destinations and parks that are not retired. */
export async function listStandingIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.execute<{ id: string }>(sql`
    select id from destinations where not retired union all select id from parks where not retired`)
  return rows.map(({ id }) => id)
}

/** Also the retired ones. */
export async function listParkIds(tx: Transaction): Promise<string[]> {
  const rows = await tx.select({ id: parks.id }).from(parks)
  return rows.map(({ id }) => id)
}

/** Inserts new rows, updates names, and ends the retirement of listed ones. */
export async function upsertDestinations(tx: Transaction, listed: ListedDestination[]): Promise<void> {
  const listedParks = listed.flatMap(({ id, parks: own }) =>
    own.map((park) => ({ ...park, destinationId: id })),
  )
  await tx.execute(sql`
    insert into destinations (id, name, slug)
    select id, name, slug from jsonb_to_recordset(${asJsonb(listed)}) as r(id uuid, name text, slug text)
    on conflict (id) do update set name = excluded.name, slug = excluded.slug, retired = false`)
  await tx.execute(sql`
    insert into parks (id, destination_id, name)
    select distinct on (id) id, "destinationId", name
    from jsonb_to_recordset(${asJsonb(listedParks)}) as r(id uuid, "destinationId" uuid, name text)
    on conflict (id) do update
      set name = excluded.name, destination_id = excluded.destination_id, retired = false`)
}

export async function retireDestinationsBut(tx: Transaction, listedIds: string[]): Promise<void> {
  const ids = uuids(listedIds)
  await tx.execute(sql`update destinations set retired = true where not retired and id <> all(${ids})`)
  await tx.execute(sql`update parks set retired = true where not retired and id <> all(${ids})`)
}

export async function saveDestinationListRead(tx: Transaction, readAt: Date): Promise<void> {
  await tx
    .insert(destinationList)
    .values({ id: 1, readAt })
    .onConflictDoUpdate({ target: destinationList.id, set: { readAt } })
}

export type KnownAttraction = ParkAttraction & { retired: boolean }

/** The attractions of a park, and those of any park that have one of these ids. */
export async function listKnownAttractions(
  tx: Transaction,
  parkId: string,
  ids: string[],
): Promise<KnownAttraction[]> {
  return tx.execute<KnownAttraction>(sql`
    select id, name, park_id as "parkId", retired from attractions
    where park_id = ${parkId} or id = any(${uuids(ids)})`)
}

/** The parks that these attractions belong to now. */
export async function listParksOf(tx: Transaction, attractionIds: string[]): Promise<string[]> {
  const rows = await tx.execute<{ park_id: string }>(sql`
    select distinct park_id from attractions where id = any(${uuids(attractionIds)})`)
  return rows.map((row) => row.park_id)
}

export async function saveAttractionsRead(
  tx: Transaction,
  parkId: string,
  { timezone }: ListedPark,
  readAt: Date,
): Promise<void> {
  await tx.update(parks).set({ timezone, attractionsReadAt: readAt }).where(eq(parks.id, parkId))
}

/** Inserts new rows, updates names and parks, and ends the retirement of listed ones. */
export async function upsertAttractions(tx: Transaction, found: ParkAttraction[]): Promise<void> {
  if (found.length === 0) return
  await tx.execute(sql`
    insert into attractions (id, park_id, name, posts_waits)
    select id, "parkId", name, false from jsonb_to_recordset(${asJsonb(found)}) as r(id uuid, "parkId" uuid, name text)
    on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, retired = false, replaced_by = null`)
}

/** Retires the attractions of a park that are neither listed nor seen in a live row since then. */
export async function retireAttractionsBut(
  tx: Transaction,
  parkId: string,
  listedIds: string[],
  unseenSince: Date,
): Promise<void> {
  await tx.execute(sql`
    update attractions set retired = true
    where park_id = ${parkId} and not retired and id <> all(${uuids(listedIds)})
      and not exists (
        select from ride_states
        where ride_id = attractions.id and seen_at > ${unseenSince.toISOString()}::timestamptz)`)
}

/** The restaurants and shows of a park that are not retired. */
export async function listStandingPlaces(
  tx: Transaction,
  parkId: string,
): Promise<{ id: string; kind: PlaceKind }[]> {
  return tx
    .select({ id: places.id, kind: places.kind })
    .from(places)
    .where(and(eq(places.parkId, parkId), not(places.retired)))
}

/** The parks that these restaurants and shows belong to now. */
export async function listParksOfPlaces(tx: Transaction, ids: string[]): Promise<string[]> {
  const rows = await tx.selectDistinct({ parkId: places.parkId }).from(places).where(inArray(places.id, ids))
  return rows.map(({ parkId }) => parkId)
}

/** Inserts new rows, updates those that are known, and ends the retirement of listed ones. */
export async function upsertPlaces(tx: Transaction, parkId: string, listed: ListedPlace[]): Promise<void> {
  if (listed.length === 0) return
  await tx.execute(sql`
    insert into places (id, park_id, kind, name, slug, latitude, longitude)
    select id, ${parkId}, kind, name, slug, (location->>'latitude')::float8, (location->>'longitude')::float8
    from jsonb_to_recordset(${asJsonb(listed)})
      as r(id uuid, kind text, name text, slug text, location jsonb)
    on conflict (id) do update set park_id = excluded.park_id, kind = excluded.kind, name = excluded.name,
      slug = excluded.slug, latitude = excluded.latitude, longitude = excluded.longitude, retired = false`)
}

/** Retires the places of a park and kind that are neither listed nor seen in a live row since then. */
export async function retirePlacesBut(
  tx: Transaction,
  { parkId, kind }: { parkId: string; kind: PlaceKind },
  listedIds: string[],
  unseenSince: Date,
): Promise<void> {
  await tx.execute(sql`
    update places set retired = true
    where park_id = ${parkId} and kind = ${kind} and not retired and id <> all(${uuids(listedIds)})
      and not exists (
        select from place_states
        where place_id = places.id and seen_at > ${unseenSince.toISOString()}::timestamptz)`)
}
