import type { AlertKind } from '@walkon/contracts/events/alerts'
import type { Database, Transaction } from '@walkon/service/database'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'

/** A watch and the first of the readings given that is good news for it. */
export type Match = { subscriptionId: string; reading: number }

/** A short wait, or a ride that reopened. */
export type Sought = { rideId: string; kind: AlertKind; waitMinutes: number | null }

/**
 * The watches that may alert now on one of these readings, a watch once, ordered by subscription. A short wait costs one
 * look at `watches_ready` from its minutes upwards, a reopening one at `watches_ready_for_reopening`, so nothing is touched
 * that is cooling down, off, outside its window or content only with less: the cost is that of what is found, however
 * many watches there are.
 *
 * Watches whose time has come since `ready-watches` last ran are at the front of `watches_resting` and few; should that job
 * stand still, a poll gets slower and no alert is late. They are read apart from the rides, or the planner might look
 * for the rides among all watches.
 */
export async function listFirstMatches(tx: Transaction, readings: Sought[]): Promise<Match[]> {
  // The statistics of a table that changes this fast are unreliable, and nothing here may ever read all of it; a look
  // that finds nothing is cheapest without a bitmap.
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
