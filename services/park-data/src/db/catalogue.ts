import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { FeedDestination, FeedPark } from '../clients/feed-shapes.ts'
import { mayRetire } from '../domain/retirement.ts'

type ParkSnapshot = Parameters<typeof parkCatalogChanged.key>[0]

/** Does something to parks, or to their attractions, and announces each park that is not what it was. */
export async function changeCatalogue(
  tx: Transaction,
  parkIds: string[],
  change: () => Promise<void>,
): Promise<void> {
  const before = await lockSnapshots(tx, parkIds)
  await change()
  const after = await lockSnapshots(tx, parkIds)
  const changed = [...after].filter(([id, park]) => JSON.stringify(park) !== JSON.stringify(before.get(id)))
  if (changed.length === 0) return
  await emit(
    tx,
    parkCatalogChanged,
    changed.map(([, data]) => ({ data })),
  )
}

/** Parks as the event shows them. Locked, so that two changes of one park are announced in the order they were made. */
async function lockSnapshots(tx: Transaction, parkIds: string[]): Promise<Map<string, ParkSnapshot>> {
  const rows = await tx.execute<ParkSnapshot>(sql`
    with locked as (
      select * from parks where id = any(${uuids(parkIds)}) and timezone is not null order by id for update
    )
    select park.id as "parkId", park.name, park.destination_id as "destinationId", destination.name as "destinationName",
      park.timezone, park.retired, coalesce(ride.rides, '[]') as attractions
    from locked park
    join destinations destination on destination.id = park.destination_id
    left join lateral (
      select jsonb_agg(jsonb_build_object('rideId', id, 'name', name, 'retired', retired) order by id) as rides
      from attractions where park_id = park.id
    ) ride on true`)
  return new Map(rows.map((row) => [row.parkId, { ...row }]))
}

/**
 * Takes over the list of destinations and their parks: new ones, names, those that are gone.
 * Returns false if the list may not be believed about those that are gone; they stay then.
 */
export async function saveDestinations(
  db: Database,
  listed: FeedDestination[],
  readAt: Date,
): Promise<boolean> {
  const listedParks = listed.flatMap(({ id, parks }) =>
    parks.map((park) => ({ ...park, destination_id: id })),
  )
  const listedIds = new Set([...listed, ...listedParks].map(({ id }) => id))

  return db.transaction(async (tx) => {
    const known = await tx.execute<{ id: string; is_park: boolean }>(sql`
      select id, false as is_park from destinations where not retired union all
      select id, true from parks where not retired`)
    const retires = mayRetire(new Set(known.map(({ id }) => id)), listedIds)
    const all = await tx.execute<{ id: string }>(sql`select id from parks`)
    await changeCatalogue(tx, [...new Set([...all, ...listedParks].map(({ id }) => id))], async () => {
      await tx.execute(sql`
        insert into destinations (id, name, slug)
        select id, name, slug from jsonb_to_recordset(${asJsonb(listed)}) as r(id uuid, name text, slug text)
        on conflict (id) do update set name = excluded.name, slug = excluded.slug, retired = false`)
      await tx.execute(sql`
        insert into parks (id, destination_id, name)
        select distinct on (id) id, destination_id, name
        from jsonb_to_recordset(${asJsonb(listedParks)}) as r(id uuid, destination_id uuid, name text)
        on conflict (id) do update
          set name = excluded.name, destination_id = excluded.destination_id, retired = false`)
      if (!retires) return
      const ids = uuids([...listedIds])
      await tx.execute(sql`update destinations set retired = true where not retired and id <> all(${ids})`)
      await tx.execute(sql`update parks set retired = true where not retired and id <> all(${ids})`)
    })
    await tx.execute(sql`
      update poller set destinations_read_at = ${readAt.toISOString()}::timestamptz`)
    return retires
  })
}

/** A ride that a live row has shown within this time is there, whatever the list of attractions says. */
const SEEN_LATELY = sql`interval '1 day'`

/**
 * Takes over a park's time zone and attractions. Returns false if the list may not be believed about those that
 * are gone; they stay then.
 */
export async function savePark(db: Database, parkId: string, park: FeedPark, readAt: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ids = park.attractions.map(({ id }) => id)
    const known = await tx.execute<{ id: string; park_id: string; retired: boolean }>(sql`
      select id, park_id, retired from attractions where park_id = ${parkId} or id = any(${uuids(ids)})`)
    const standing = known.filter((row) => row.park_id === parkId && !row.retired).map(({ id }) => id)
    const retires = mayRetire(new Set(standing), new Set(ids))

    await changeCatalogue(tx, [...new Set([parkId, ...known.map((row) => row.park_id)])], async () => {
      await tx.execute(sql`
        update parks set timezone = ${park.timezone}, attractions_read_at = ${readAt.toISOString()}::timestamptz
        where id = ${parkId}`)
      await upsertAttractions(
        tx,
        park.attractions.map(({ id, name }) => ({ id, name, parkId })),
      )
      if (!retires) return
      await tx.execute(sql`
        update attractions set retired = true
        where park_id = ${parkId} and not retired and id <> all(${uuids(ids)})
          and not exists (
            select from ride_states
            where ride_id = attractions.id and seen_at > ${readAt.toISOString()}::timestamptz - ${SEEN_LATELY})`)
    })
    return retires
  })
}

export type NewAttraction = { id: string; name: string; parkId: string }

/** Attractions that a live row has shown first, or in another park, or after they were gone. */
export async function joinAttractions(tx: Transaction, found: NewAttraction[]): Promise<void> {
  if (found.length === 0) return
  const moved = await tx.execute<{ park_id: string }>(sql`
    select distinct park_id from attractions where id = any(${uuids(found.map(({ id }) => id))})`)
  const parkIds = new Set([...found.map(({ parkId }) => parkId), ...moved.map((row) => row.park_id)])
  await changeCatalogue(tx, [...parkIds], () => upsertAttractions(tx, found))
}

async function upsertAttractions(tx: Transaction, attractions: NewAttraction[]): Promise<void> {
  if (attractions.length === 0) return
  await tx.execute(sql`
    insert into attractions (id, park_id, name)
    select id, "parkId", name from jsonb_to_recordset(${asJsonb(attractions)}) as r(id uuid, "parkId" uuid, name text)
    on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, retired = false`)
}
