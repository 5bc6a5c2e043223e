import { isCountedRide } from '@walkon/contracts/rides'
import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type Park = {
  parkId: string
  name: string
  timezone: string
  attractions: {
    rideId: string
    name: string
    retired: boolean
    isRide?: boolean | undefined
    replacedBy?: string | undefined
  }[]
}

/** The changes of a new state of the catalogue: new or renamed parks, parks in another time zone, new rides, and rides that are gone. */
export type CatalogChange = {
  parkIds: string[]
  rezonedParkIds: string[]
  rideIds: string[]
  /** Retired now, and under no other id. */
  goneRideIds: string[]
}

/**
 * A watch needs a park's attractions and a subscription, which arrive in different events. Both handlers lock the park until
 * they commit. Without the lock two concurrent transactions would each miss the rows of the other, and no watch would be made.
 */
export async function lockParks(tx: Transaction, parkIds: string[]): Promise<void> {
  await tx.execute(sql`
    select pg_advisory_xact_lock(${lockOfThing(sql`id::text`)})
    from (select distinct unnest(${uuids(parkIds)}) as id order by id) as park`)
}

export async function saveParks(tx: Transaction, parks: Park[]): Promise<CatalogChange> {
  const changed = await tx.execute<{ id: string; rezoned: boolean }>(sql`
    with known as materialized (
      select id, timezone from parks
      where id in (select "parkId" from jsonb_to_recordset(${asJsonb(parks)}) as p("parkId" uuid)))
    insert into parks (id, name, timezone)
    select "parkId", name, timezone from jsonb_to_recordset(${asJsonb(parks)}) as p("parkId" uuid, name text, timezone text)
    order by "parkId"
    on conflict (id) do update set name = excluded.name, timezone = excluded.timezone
    where (parks.name, parks.timezone) is distinct from (excluded.name, excluded.timezone)
    returning id, not exists (
      select from known where known.id = parks.id and known.timezone = parks.timezone) as rezoned`)
  const rides = parks.flatMap(({ parkId, attractions }) =>
    attractions.map((ride) => ({ ...ride, parkId, isRide: isCountedRide(ride) })),
  )
  const turned = await tx.execute<{ id: string; opened: boolean; gone: boolean }>(sql`
    with ride as (
      select * from jsonb_to_recordset(${asJsonb(rides)})
        as r("rideId" uuid, "parkId" uuid, name text, retired boolean, "isRide" boolean)),
    known as materialized (
      select id, retired, is_ride from attractions where id in (select "rideId" from ride)),
    saved as (
      insert into attractions (id, park_id, name, retired, is_ride)
      select distinct on ("rideId") "rideId", "parkId", name, retired, "isRide" from ride order by "rideId"
      on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, retired = excluded.retired,
        is_ride = excluded.is_ride
      where (attractions.park_id, attractions.name, attractions.retired, attractions.is_ride)
        is distinct from (excluded.park_id, excluded.name, excluded.retired, excluded.is_ride)
      returning id, retired, is_ride)
    select id, saved.is_ride and not saved.retired and (known.is_ride and not known.retired) is not true as opened,
      saved.retired and not known.retired as gone
    from saved left join known using (id)`)
  const replacedIds = new Set(rides.flatMap(({ rideId, replacedBy }) => (replacedBy ? [rideId] : [])))
  return {
    parkIds: changed.map(({ id }) => id),
    rezonedParkIds: changed.filter(({ rezoned }) => rezoned).map(({ id }) => id),
    rideIds: turned.flatMap(({ id, opened }) => (opened ? [id] : [])),
    goneRideIds: turned.flatMap(({ id, gone }) => (gone && !replacedIds.has(id) ? [id] : [])),
  }
}

export async function isKnownPark(tx: Transaction, parkId: string): Promise<boolean> {
  const rows = await tx.execute(sql`select from parks where id = ${parkId}`)
  return rows.length > 0
}
