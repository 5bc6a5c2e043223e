import type { AlertKind } from '@walkon/contracts/values'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import { forbid } from '@walkon/service/query-plans'
import { asJsonb } from '@walkon/service/sql-parameters'
import { sql } from 'drizzle-orm'
import { lookUpByIndex } from './index-lookups.ts'

/** A watch, and the first of the given readings that may alert it. */
export type Match = { subscriptionId: string; reading: number }

/** A short wait, or a ride that reopened. */
export type Sought = {
  rideId: string
  kind: AlertKind
  waitMinutes: number | null
  /** The limit of watches that fit the ride, at this reading's hour. */
  fittedMinutes: number
}

/** Matches that are claimed together. All matches of a subscription are in one slice, because they share a message. */
export type Slice = { matches: Match[]; isLast: boolean }

/**
 * The watches that may alert now on one of these readings, each watch once, ordered by subscription. They come in slices: a ride that falls
 * for a hundred thousand visitors is never in memory as a whole. Read them to their end, in the transaction. A short wait is one range scan
 * of the index `watches_ready` from its minutes upwards, a reopening one of `watches_ready_for_reopening`. Both indexes leave out watches
 * that cool down, are switched off or are outside their window. The cost grows with the watches found, not with the watches stored.
 * `watches_ready_fitted` finds a watch whose limit fits the ride, and is read only for a wait that this limit allows. For a wait of the
 * least limit, `watches_ready` finds it too.
 *
 * Watches whose time has come since `ready-watches` last ran are the first and few entries of `watches_resting`. If that job stops, a poll
 * gets slower and no alert is late. They are read in a query of their own: in one query with the rides, the planner might search all
 * watches for the rides.
 */
export async function* sliceMatches(
  tx: Transaction,
  readings: Sought[],
  size: number,
): AsyncGenerator<Slice> {
  const cursor = nameCursor()
  await openMatches(tx, cursor, readings)
  yield* sliceCursor(tx, cursor, size)
}

/** The same for slices that are claimed in transactions of their own, on the one connection of `db`. No transaction is open between two. */
export async function* sliceMatchesBetweenTransactions(
  db: Database,
  readings: Sought[],
  size: number,
): AsyncGenerator<Slice> {
  const cursor = nameCursor()
  await db.transaction((tx) => openMatches(tx, cursor, readings, { isHeld: true }))
  yield* sliceCursor(db, cursor, size)
}

let cursors = 0
const nameCursor = () => `matches_${++cursors}`

/** Small at first, so that the first messages leave soon. */
const FIRST_SLICE = 250

async function* sliceCursor(db: Queryable, cursor: string, size: number): AsyncGenerator<Slice> {
  let carried: Match[] = []
  let wanted = Math.min(FIRST_SLICE, size)
  try {
    for (let isLast = false; !isLast; wanted = Math.min(wanted * 2, size)) {
      const fetched = await db.execute<Match>(sql.raw(`fetch ${wanted} from ${cursor}`))
      isLast = fetched.length < wanted
      const found = [...carried, ...fetched]
      const end = isLast ? found.length : startOfLastSubscription(found)
      carried = found.slice(end)
      yield { matches: found.slice(0, end), isLast }
    }
  } finally {
    // A transaction that failed, or a connection that was lost, has closed it.
    await db.execute(sql.raw(`close ${cursor}`)).catch(() => {})
  }
}

function startOfLastSubscription(matches: Match[]): number {
  const last = matches.at(-1)?.subscriptionId
  return matches.findLastIndex(({ subscriptionId }) => subscriptionId !== last) + 1
}

async function openMatches(
  tx: Transaction,
  cursor: string,
  readings: Sought[],
  { isHeld = false } = {},
): Promise<void> {
  // The statistics of a table that changes this fast are unreliable, and no plan may scan the whole table. A range scan that
  // finds nothing is cheapest without a bitmap. Nor may the cursor be planned for its first rows alone.
  await tx.execute(sql`
    select ${forbid('seqscan', 'bitmapscan')}, set_config('cursor_tuple_fraction', '1', true)`)
  const rows = readings.map(({ rideId, kind, waitMinutes, fittedMinutes }, position) => ({
    position,
    ride_id: rideId,
    fitted: fittedMinutes,
    // Null marks a reopening.
    limit: kind === 'short-wait' ? waitMinutes : null,
  }))
  await tx.execute(sql`
    declare ${sql.raw(cursor)} no scroll cursor ${sql.raw(isHeld ? 'with' : 'without')} hold for
    with reading as materialized (
      select * from jsonb_to_recordset(${asJsonb(rows)}) as r("position" int, ride_id uuid, "limit" int, fitted int)),
    rested as materialized (
      select subscription_id, ride_id, threshold_minutes, fitted, on_reopen from watches
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
      select fitting.subscription_id, fitting.ride_id, r."position"
      from reading r
      cross join lateral (
        select w.subscription_id, w.ride_id from watches w
        where r."limit" <= r.fitted and w.ready and w.fitted and w.ride_id = r.ride_id and w.open_until > now()
        offset 0
      ) as fitting
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
        and case when r."limit" is null then w.on_reopen when w.fitted then r.fitted >= r."limit"
          else w.threshold_minutes >= r."limit" end
    )
    select distinct on (subscription_id, ride_id) subscription_id as "subscriptionId", "position" as reading
    from found order by subscription_id, ride_id, "position"`)
}

/** Marks watches whose time has come as ready, so that the index by ride has them. Returns how many; skips locked rows. */
export async function readyRestedWatches(db: Queryable, limit: number): Promise<number> {
  return db.transaction(async (tx) => {
    await lookUpByIndex(tx)
    const ready = await tx.execute(sql`
      update watches set ready = true
      where (subscription_id, ride_id) in (
        select subscription_id, ride_id from watches
        where not ready and next_alert_at <= now() and open_until > now()
        order by next_alert_at limit ${limit} for update skip locked)`)
    return ready.count
  })
}
