import type { Transaction } from '@walkon/service/database'
import { asJsonb, uuids } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import type { Replacement } from '../domain/replaced-rides.ts'

/** Rides that upstream has given another id. */

/** The attractions of a park that the list leaves out and that had no row in the last answer, by name. */
export async function listGoneRides(
  tx: Transaction,
  parkId: string,
  listedIds: string[],
): Promise<{ id: string; name: string }[]> {
  return tx.execute<{ id: string; name: string }>(sql`
    select id, name from attractions
    where park_id = ${parkId} and not retired and id <> all(${uuids(listedIds)})
      and not exists (select from ride_states state where state.ride_id = id and not state.is_absent)`)
}

/** Retires the old ids for the new ones, and gives these the history and the statistics. Rows that the new id has already stay. */
export async function replaceRides(tx: Transaction, replacements: Replacement[]): Promise<void> {
  if (replacements.length === 0) return
  const replaced = sql`jsonb_to_recordset(${asJsonb(replacements)}) as r("oldId" uuid, "newId" uuid)`
  await tx.execute(sql`
    update attractions set retired = true, replaced_by = r."newId" from ${replaced} where id = r."oldId"`)
  await tx.execute(sql`
    update attractions set posts_waits = attractions.posts_waits or old.posts_waits
    from ${replaced} join attractions old on old.id = r."oldId" where attractions.id = r."newId"`)
  await tx.execute(sql`
    update observations o set ride_id = r."newId" from ${replaced}
    where o.ride_id = r."oldId" and not exists (
      select from observations n where n.ride_id = r."newId" and n.observed_at = o.observed_at)`)
  await tx.execute(sql`
    update hourly_waits o set ride_id = r."newId" from ${replaced}
    where o.ride_id = r."oldId" and not exists (
      select from hourly_waits n
      where (n.park_id, n.date, n.hour, n.ride_id) = (o.park_id, o.date, o.hour, r."newId"))`)
  await tx.execute(sql`
    update ride_hours o set ride_id = r."newId" from ${replaced}
    where o.ride_id = r."oldId" and not exists (select from ride_hours n where n.ride_id = r."newId")`)
  await tx.execute(sql`
    update ride_breakdowns o set ride_id = r."newId" from ${replaced}
    where o.ride_id = r."oldId" and not exists (
      select from ride_breakdowns n where n.ride_id = r."newId" and n.starts_at = o.starts_at)`)
  // The answer that showed the new id first has a gap under the old one at the same instant.
  const oldIds = uuids(replacements.map(({ oldId }) => oldId))
  await tx.execute(sql`delete from observations where ride_id = any(${oldIds})`)
  await tx.execute(sql`delete from hourly_waits where ride_id = any(${oldIds})`)
  await tx.execute(sql`delete from ride_hours where ride_id = any(${oldIds})`)
  await tx.execute(sql`delete from ride_breakdowns where ride_id = any(${oldIds})`)
}

/**
 * Lists those of these rides that have the name of a standing ride of their park that is not among the present ones. Only if the list was
 * not read since they were first shown. A ride that was shown before has a state, and at its first the list was marked as due.
 */
export async function listLikelyReplacements(
  tx: Transaction,
  found: { id: string; name: string; parkId: string }[],
  { presentIds, listReadBefore }: { presentIds: string[]; listReadBefore: Date },
): Promise<{ id: string; parkId: string }[]> {
  return tx.execute<{ id: string; parkId: string }>(sql`
    select f.id, f."parkId" from jsonb_to_recordset(${asJsonb(found)}) as f(id uuid, name text, "parkId" uuid)
    join parks park on park.id = f."parkId"
    where (coalesce(park.attractions_read_at, to_timestamp(0)) < ${listReadBefore.toISOString()}::timestamptz
        or not exists (select from ride_states state where state.ride_id = f.id))
      and not exists (select from attractions known where known.id = f.id)
      and exists (
        select from attractions old
        where old.park_id = f."parkId" and not old.retired and lower(trim(old.name)) = lower(trim(f.name))
          and old.id <> all(${uuids(presentIds)}))`)
}

/** Has the lists of attractions of these parks read at once. */
export async function markListsDue(tx: Transaction, parkIds: string[]): Promise<void> {
  await tx.execute(
    sql`update parks set attractions_read_at = to_timestamp(0) where id = any(${uuids(parkIds)})`,
  )
}
