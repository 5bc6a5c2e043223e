import type { Queryable, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

export type RideLimits = {
  rideId: string
  weekday: (number | null)[]
  weekend: (number | null)[]
  medianMinutes?: number | null | undefined
  fittedAt: string
}

/** Saves limits that are newer than those that are stored. */
export async function saveRideLimits(tx: Transaction, limits: RideLimits[]): Promise<void> {
  await tx.execute(sql`
    insert into ride_limits (ride_id, weekday, weekend, median_minutes, fitted_at)
    select distinct on ("rideId") "rideId", weekday, weekend, "medianMinutes", "fittedAt"
    from jsonb_to_recordset(${asJsonb(limits)})
      as r("rideId" uuid, weekday smallint[], weekend smallint[], "medianMinutes" smallint, "fittedAt" timestamptz)
    order by "rideId", "fittedAt" desc
    on conflict (ride_id) do update set weekday = excluded.weekday, weekend = excluded.weekend,
      median_minutes = excluded.median_minutes, fitted_at = excluded.fitted_at
    where ride_limits.fitted_at < excluded.fitted_at`)
}

/** The limit of a row of `ride_limits` at an instant, by the calendar of the park's time zone. */
export const limitAt = (limits: SQL, at: SQL, timezone: SQL): SQL => sql`
  (case when extract(isodow from ${at} at time zone ${timezone}) >= 6 then ${limits}.weekend else ${limits}.weekday end
  )[extract(hour from ${at} at time zone ${timezone})::int + 1]`

/** The wait that is short for a ride at an hour, and its median wait; null without enough history. */
export type UsualWait = { fittedMinutes: number | null; medianMinutes: number | null }

/** Lists the usual waits of these rides at the instants of their readings. */
export async function listLimitsAt(
  db: Queryable,
  readings: { rideId: string; observedAt: string }[],
): Promise<Map<string, UsualWait>> {
  const rows = await db.execute<UsualWait & { rideId: string }>(sql`
    select r."rideId", ${limitAt(sql`l`, sql`r."observedAt"`, sql`p.timezone`)} as "fittedMinutes",
      l.median_minutes as "medianMinutes"
    from jsonb_to_recordset(${asJsonb(readings)}) as r("rideId" uuid, "observedAt" timestamptz)
    join ride_limits l on l.ride_id = r."rideId"
    join attractions a on a.id = r."rideId"
    join parks p on p.id = a.park_id`)
  return new Map(rows.map(({ rideId, ...usual }) => [rideId, usual]))
}

/** The limits of the rides whose limit fits them for this address. */
export const listLimitsOf = (db: Queryable, email: string) =>
  db.execute<Omit<RideLimits, 'fittedAt'>>(sql`
    select ride_id as "rideId", weekday, weekend from ride_limits
    where ride_id in (
      select w.ride_id from watches w join subscriptions s on s.id = w.subscription_id
      where s.email = ${email} and w.fitted)`)
