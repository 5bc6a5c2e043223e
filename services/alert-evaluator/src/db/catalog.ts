import { lockOfThing } from '@walkon/service/advisory-locks'
import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

export type Park = {
  parkId: string
  name: string
  timezone: string
  attractions: { rideId: string; name: string; retired: boolean; replacedBy?: string | undefined }[]
}

/** What a new state of the catalogue changes: parks that are new or renamed, those in another time zone, rides to be watched from now on, and rides that are gone. */
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
  const rides = parks.flatMap(({ parkId, attractions }) => attractions.map((ride) => ({ ...ride, parkId })))
  const turned = await tx.execute<{ id: string; retired: boolean }>(sql`
    with ride as (
      select * from jsonb_to_recordset(${asJsonb(rides)}) as r("rideId" uuid, "parkId" uuid, name text, retired boolean)),
    known as materialized (
      select id from attractions where id in (select "rideId" from ride) and not retired),
    saved as (
      insert into attractions (id, park_id, name, retired)
      select distinct on ("rideId") "rideId", "parkId", name, retired from ride order by "rideId"
      on conflict (id) do update set park_id = excluded.park_id, name = excluded.name, retired = excluded.retired
      where (attractions.park_id, attractions.name, attractions.retired)
        is distinct from (excluded.park_id, excluded.name, excluded.retired)
      returning id, retired)
    select id, retired from saved where retired = (id in (select id from known))`)
  const replacedIds = new Set(rides.flatMap(({ rideId, replacedBy }) => (replacedBy ? [rideId] : [])))
  return {
    parkIds: changed.map(({ id }) => id),
    rezonedParkIds: changed.filter(({ rezoned }) => rezoned).map(({ id }) => id),
    rideIds: turned.flatMap(({ id, retired }) => (retired ? [] : [id])),
    goneRideIds: turned.flatMap(({ id, retired }) => (retired && !replacedIds.has(id) ? [id] : [])),
  }
}

export async function isKnownPark(tx: Transaction, parkId: string): Promise<boolean> {
  const rows = await tx.execute(sql`select from parks where id = ${parkId}`)
  return rows.length > 0
}
