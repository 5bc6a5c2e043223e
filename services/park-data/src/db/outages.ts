import type { Database, Transaction } from '@walkon/service/database'
import { instantOf, uuids } from '@walkon/service/sql-parameters'
import { lt, sql, type SQL } from 'drizzle-orm'
import { outageRecords, outages } from './schema.ts'

/** A park without a trusted reading of ten minutes is out; unwatched parks are polled more often than that. */
const OUT_AFTER = sql`interval '10 minutes'`

/** The parts of the time since each park's last trusted reading in which it was open, if they are long enough. */
const gapsUntil = (until: Date, isOf: SQL) => sql`
  select reading.park_id, gap.open_range as open_range
  from park_readings reading
  cross join lateral (
    select unnest(range_agg(tstzrange(opens_at, closes_at)) * tstzmultirange(tstzrange(reading.trusted_at, ${instantOf(until)}))) as open_range
    from opening_hours o
    where o.park_id = reading.park_id and o.opens_at < ${instantOf(until)} and o.closes_at > reading.trusted_at
      and o.closes_at > o.opens_at
  ) gap
  where reading.trusted_at < ${instantOf(until)} - ${OUT_AFTER} and ${isOf}
    and upper(gap.open_range) - lower(gap.open_range) >= ${OUT_AFTER}`

/** Notes a trusted reading of these parks, and the outages that end with it. */
export async function saveTrusted(tx: Transaction, parkIds: string[], readAt: Date): Promise<void> {
  if (parkIds.length === 0) return
  await tx.execute(sql`
    with ended as (
      insert into outages (park_id, starts_at, ends_at)
      select park_id, lower(open_range), upper(open_range)
      from (${gapsUntil(readAt, sql`reading.park_id = any(${uuids(parkIds)})`)}) found
      on conflict do nothing
    ),
    begun as (insert into outage_records (id, since) values (1, ${instantOf(readAt)}) on conflict do nothing)
    update park_readings set trusted_at = ${instantOf(readAt)} where park_id = any(${uuids(parkIds)})`)
}

export type ParkOutage = {
  parkId: string
  name: string
  timezone: string
  startsAt: Date
  /** Null while it lasts. */
  endsAt: Date | null
}

/** The outages of parks since then, also those that last. */
export async function listOutages(db: Database, since: Date, now: Date): Promise<ParkOutage[]> {
  const rows = await db.execute<ParkOutage & { startsAt: string; endsAt: string | null }>(sql`
    select found.park_id as "parkId", parks.name, parks.timezone, starts_at as "startsAt", ends_at as "endsAt"
    from (
      select park_id, starts_at, ends_at from outages where ends_at > ${instantOf(since)}
      union all
      select park_id, lower(open_range), null from (${gapsUntil(now, sql`true`)}) lasting
      where upper(open_range) = ${instantOf(now)}
    ) found join parks on parks.id = found.park_id
    where parks.timezone is not null and not parks.retired`)
  return rows.map((row) => ({
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: row.endsAt === null ? null : new Date(row.endsAt),
  }))
}

/** Since when outages are recorded; null before the first trusted reading. */
export async function findRecordedSince(db: Database): Promise<Date | null> {
  const [row] = await db.select({ since: outageRecords.since }).from(outageRecords)
  return row?.since ?? null
}

export async function deleteOutagesBefore(db: Database, before: Date): Promise<void> {
  await db.delete(outages).where(lt(outages.endsAt, before))
}
