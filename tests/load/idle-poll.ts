import { applyRecords } from '@walkon/messaging/inbox'
import { randomUUID } from 'node:crypto'
import { aPoll, createEvaluatorDatabase, type EvaluatorDatabase } from './evaluator-bench.ts'
import { median, millisecondsOf, scaled } from './measures.ts'
import { atMost, figure, type BenchResult } from './result.ts'

const FEW = 1_000
const MANY = 1_000_000
/** One poll of a destination and its neighbours; as many parks again are not polled. */
const PARKS = 10
const RIDES_PER_PARK = 50
const RIDES = PARKS * RIDES_PER_PARK
const WAIT_MINUTES = 20
const ROUNDS = 100
const GOAL = 1.2

/**
 * A poll in which every wait is short, and no watch may alert: a quarter of the watches cools down, a
 * quarter wants shorter waits, a quarter has its window ahead, a quarter is of other parks.
 */
export async function benchIdlePoll(serverUrl: string, scale: number): Promise<BenchResult[]> {
  const few = await createEvaluatorDatabase(serverUrl, 'bench_idle_few')
  const many = await createEvaluatorDatabase(serverUrl, 'bench_idle_many')
  try {
    const watches = scaled(MANY, scale, FEW)
    const pollFew = await preparePoll(few, FEW)
    const pollMany = await preparePoll(many, watches)
    const times: { few: number[]; many: number[] } = { few: [], many: [] }
    // In turns, so that other load on the machine affects both.
    for (let turn = 0; turn < scaled(ROUNDS, scale, 3); turn++) {
      times.few.push(await pollFew())
      times.many.push(await pollMany())
    }
    // Of neighbours, because a busy machine slows both of them.
    const growth = median(times.many.map((time, turn) => time / (times.few[turn] ?? Number.NaN)))
    return [
      atMost('idle-poll-cost-growth', growth, 'ratio', GOAL),
      figure(`idle-poll-at-${FEW}-watches`, median(times.few), 'ms'),
      figure(`idle-poll-at-${watches}-watches`, median(times.many), 'ms'),
    ]
  } finally {
    await few.drop()
    await many.drop()
  }
}

type PolledPark = { id: string; rideIds: string[] }

/** Carries out one poll and returns how many milliseconds it took. */
async function preparePoll(database: EvaluatorDatabase, watches: number): Promise<() => Promise<number>> {
  const { db, sql, createHandlers } = database
  const parks = await populate(database, watches)
  const handlers = createHandlers()
  return async () => {
    const polls = parks.map(({ id, rideIds }) => aPoll(id, rideIds, WAIT_MINUTES))
    const time = await millisecondsOf(() => applyRecords(db, handlers, polls))
    const [alerted] = await sql`select 1 from alerts limit 1`
    if (alerted) throw new Error('A visitor was alerted: the poll was not idle')
    return time
  }
}

/** Writes the watches as the job ready-watches leaves them, and returns the parks of the poll. */
async function populate({ sql }: EvaluatorDatabase, watches: number): Promise<PolledPark[]> {
  const parkIds = Array.from({ length: PARKS * 2 }, () => randomUUID())
  await sql`
    insert into parks (id, name, timezone)
    select id, 'Park ' || n, 'America/New_York' from unnest(${parkIds}::uuid[]) with ordinality as p(id, n)`
  // Park by park: the second half of the rides belongs to parks that the poll is not about.
  const rides = await sql<{ id: string }[]>`
    insert into attractions (id, park_id, name, retired)
    select gen_random_uuid(), park_id, 'Ride ' || n, false
    from unnest(${parkIds}::uuid[]) with ordinality as p(park_id, position)
    cross join generate_series(1, ${RIDES_PER_PARK}) n
    order by position, n returning id`
  const rideIds = rides.map(({ id }) => id)
  await sql`
    insert into subscriptions (email, park_id, opens_at, open_until)
    select 'visitor-' || n || '@example.com', ${parkIds[0] ?? ''}, now() - interval '1 hour', now() + interval '2 days'
    from generate_series(1, ${watches / 10}) n`
  await sql`
    insert into watches (subscription_id, ride_id, threshold_minutes, cooldown_until, next_alert_at, open_until, ready)
    select s.id, (${rideIds}::uuid[])[1 + (n + slot * 50) % ${RIDES} + case when kind = 3 then ${RIDES} else 0 end],
      case when kind = 1 then 5 + n % 11 else ${WAIT_MINUTES} + n % 101 end,
      case when kind = 0 then later end,
      case when kind in (0, 2) then later else now() - interval '1 hour' end,
      now() + interval '2 days', kind in (1, 3)
    from (select id, row_number() over () as n from subscriptions) s
    cross join generate_series(0, 9) slot
    cross join lateral (select (n + slot) % 4 as kind, now() + interval '1 day' + n % 3600 * interval '1 second' as later) k`
  await sql`vacuum analyze`
  await sql`checkpoint`
  return parkIds.slice(0, PARKS).map((id, index) => ({
    id,
    rideIds: rideIds.slice(index * RIDES_PER_PARK, (index + 1) * RIDES_PER_PARK),
  }))
}
