import type { AlertKind } from '@walkon/contracts/values'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** A watch, and the first of the given readings that may alert it. */
export type Match = { subscriptionId: string; reading: number }

/** A short wait, or a ride that reopened. */
export type Sought = { rideId: string; kind: AlertKind; waitMinutes: number | null }

/**
 * The watches that may alert now on one of these readings, each watch once, ordered by subscription. A short wait is one range
 * scan of the index `watches_ready` from its minutes upwards, a reopening one of `watches_ready_for_reopening`. Both indexes leave
 * out watches that cool down, are switched off or are outside their window. The cost grows with the watches found, not with
 * the watches stored.
 *
 * Watches whose time has come since `ready-watches` last ran are the first and few entries of `watches_resting`. If that job
 * stops, a poll gets slower and no alert is late. They are read in a query of their own: in one query with the rides, the
 * planner might search all watches for the rides.
 */
export async function listFirstMatches(tx: Transaction, readings: Sought[]): Promise<Match[]> {
  // The statistics of a table that changes this fast are unreliable, and no plan may scan the whole table. A range scan that
  // finds nothing is cheapest without a bitmap.
  await tx.execute(sql`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`)
  const rows = readings.map(({ rideId, kind, waitMinutes }, position) => ({
    position,
    ride_id: rideId,
    // Null marks a reopening.
    limit: kind === 'short-wait' ? waitMinutes : null,
  }))
  return tx.execute<Match>(sql`
    with reading as materialized (
      select * from jsonb_to_recordset(${asJsonb(rows)}) as r("position" int, ride_id uuid, "limit" int)),
    rested as materialized (
      select subscription_id, ride_id, threshold_minutes, on_reopen from watches
      where not ready and next_alert_at <= now() and open_until > now()
      order by next_alert_at
    ),
    found as (
      select short.subscription_id, short.ride_id, r."position"
      from reading r
      cross join lateral (
        select w.subscription_id, w.ride_id from watches w
        where w.ready and w.ride_id = r.ride_id and w.open_until > now() and w.threshold_minutes >= r."limit"
        offset 0
      ) as short
      where r."limit" is not null
      union all
      select reopened.subscription_id, reopened.ride_id, r."position"
      from reading r
      cross join lateral (
        select w.subscription_id, w.ride_id from watches w
        where w.ready and w.ride_id = r.ride_id and w.open_until > now() and w.on_reopen
        offset 0
      ) as reopened
      where r."limit" is null
      union all
      select w.subscription_id, w.ride_id, r."position"
      from rested w join reading r on r.ride_id = w.ride_id
        and case when r."limit" is null then w.on_reopen else w.threshold_minutes >= r."limit" end
    )
    select distinct on (subscription_id, ride_id) subscription_id as "subscriptionId", "position" as reading
    from found order by subscription_id, ride_id, "position"`)
}

/** Marks watches whose time has come as ready, so that the index by ride has them. Returns how many; skips locked rows. */
export async function readyRestedWatches(db: Database, limit: number): Promise<number> {
  const ready = await db.execute(sql`
    update watches set ready = true
    where (subscription_id, ride_id) in (
      select subscription_id, ride_id from watches
      where not ready and next_alert_at <= now() and open_until > now()
      order by next_alert_at limit ${limit} for update skip locked)`)
  return ready.count
}
