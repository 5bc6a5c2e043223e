import type { Queryable } from '@walkon/service/database'
import type { RequestLimits } from '@walkon/service/request-budget'
import { sql } from 'drizzle-orm'

/** The rate of all processes together, in one row that the database's clock fills. */

const PROVIDER = 'duffel'

const filled = ({ burst, refillPerMinute }: RequestLimits) => sql`
  least(${burst}::float8,
    rate.free + ${refillPerMinute / 60}::float8 * greatest(0, extract(epoch from clock_timestamp() - rate.filled_at)))`

/** Takes one search of the rate if at least `needed` are free and no pause holds; `waitMs` is how long that takes. */
export async function takeSearch(
  db: Queryable,
  limits: RequestLimits,
  needed: number,
): Promise<{ isTaken: boolean; waitMs: number }> {
  const free = filled(limits)
  const take = () =>
    db.execute<{ is_taken: boolean; wait_ms: number }>(sql`
      with taken as (
        update search_rates rate set free = ${free} - 1, filled_at = clock_timestamp()
        where provider = ${PROVIDER} and ${free} >= ${needed}
          and (paused_until is null or paused_until <= clock_timestamp())
        returning 1)
      select exists (select from taken) as is_taken, 1000 * greatest(0,
        (${needed} - ${free}) / ${limits.refillPerMinute / 60}::float8,
        extract(epoch from paused_until - clock_timestamp()))::float8 as wait_ms
      from search_rates rate where provider = ${PROVIDER}`)
  let [row] = await take()
  if (!row) {
    await insertRate(db, limits)
    ;[row] = await take()
  }
  return { isTaken: row?.is_taken ?? false, waitMs: row?.wait_ms ?? 0 }
}

/** No process searches for so long; a longer pause that is known stays. */
export async function pauseSearches(db: Queryable, limits: RequestLimits, ms: number): Promise<void> {
  await insertRate(db, limits)
  await db.execute(sql`
    update search_rates set paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => ${ms / 1_000}))
    where provider = ${PROVIDER}`)
}

const insertRate = (db: Queryable, { burst }: RequestLimits) =>
  db.execute(sql`
    insert into search_rates (provider, free, filled_at) values (${PROVIDER}, ${burst}, clock_timestamp())
    on conflict do nothing`)
