import type { Database, Transaction } from '@walkon/service/database'
import { uuids } from '@walkon/service/sql-parameters'
import { sql, type SQL } from 'drizzle-orm'

/** A watch and the first of the readings given that is good news for it. */
export type Match = { subscriptionId: string; reading: number }

/**
 * The watches that may alert now on one of these waits, a watch once, ordered by subscription. A ride costs one
 * look at `watches_ready` from its wait upwards, so nothing is touched that is cooling down, off, outside its
 * window or content only with less: the cost is that of what is found, however many watches there are.
 */
export async function listWatchesOfShortWaits(
  tx: Transaction,
  readings: { rideId: string; waitMinutes: number }[],
): Promise<Match[]> {
  const rideIds = uuids(readings.map(({ rideId }) => rideId))
  const waits = `{${readings.map(({ waitMinutes }) => waitMinutes).join(',')}}`
  return listFirstMatches(tx, {
    readings: sql`unnest(${rideIds}, ${waits}::int[]) with ordinality as r(ride_id, wait_minutes, position)`,
    isGoodNews: sql`w.threshold_minutes >= r.wait_minutes`,
  })
}

/** The watches that want to know that one of these rides is open again, and may alert now. */
export async function listWatchesOfReopenings(
  tx: Transaction,
  reopenings: { rideId: string }[],
): Promise<Match[]> {
  const rideIds = uuids(reopenings.map(({ rideId }) => rideId))
  return listFirstMatches(tx, {
    readings: sql`unnest(${rideIds}) with ordinality as r(ride_id, position)`,
    isGoodNews: sql`w.on_reopen`,
  })
}

/**
 * The ready are found by ride. Those whose time has come since `ready-watches` last ran are at the front of
 * `watches_resting` and few; should that job stand still, a poll gets slower and nobody's alert is late. They are read
 * apart from the rides, or the planner might look for the rides among all watches.
 */
async function listFirstMatches(
  tx: Transaction,
  { readings, isGoodNews }: { readings: SQL; isGoodNews: SQL },
): Promise<Match[]> {
  // Whatever the statistics say of a table that changes this fast, nothing here ever reads all of it; and a look
  // that finds nothing is cheapest without a bitmap.
  await tx.execute(sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`)
  return tx.execute<Match>(sql`
    with reading as materialized (select * from ${readings}),
    rested as materialized (
      select subscription_id, ride_id, threshold_minutes, on_reopen from watches
      where not ready and next_alert_at <= now() and open_until > now()
      order by next_alert_at
    ),
    found as (
      select ready.subscription_id, ready.ride_id, r.position
      from reading r
      cross join lateral (
        select w.subscription_id, w.ride_id from watches w
        where w.ready and w.ride_id = r.ride_id and w.open_until > now() and ${isGoodNews}
        offset 0
      ) as ready
      union all
      select w.subscription_id, w.ride_id, r.position
      from rested w join reading r on r.ride_id = w.ride_id and ${isGoodNews}
    )
    select distinct on (subscription_id, ride_id)
      subscription_id as "subscriptionId", (position - 1)::int as reading
    from found order by subscription_id, ride_id, position`)
}

/** Moves watches whose time has come to where they are found by ride. Returns how many; leaves alone what is locked. */
export async function readyRestedWatches(db: Database, limit: number): Promise<number> {
  const ready = await db.execute(sql`
    update watches set ready = true
    where (subscription_id, ride_id) in (
      select subscription_id, ride_id from watches
      where not ready and next_alert_at <= now() and open_until > now()
      order by next_alert_at limit ${limit} for update skip locked)`)
  return ready.count
}
