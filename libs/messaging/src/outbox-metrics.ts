import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'

type OutboxState = { pending: number; age: number; rejected: number }

/** How much waits to be published, and how long the oldest has waited: read once for each scrape. */
export function measureOutbox(db: Database, metrics: Metrics): void {
  let reading: Promise<OutboxState> | undefined
  // prom-client collects all gauges of a scrape at once: they share the query of the first.
  const readState = () =>
    (reading ??= readOutboxState(db).finally(() => {
      reading = undefined
    }))

  const addGauge = (name: string, help: string, valueOf: (state: OutboxState) => number) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      async collect() {
        this.set(valueOf(await readState()))
      },
    })
  addGauge('outbox_pending', 'Events that are committed but not published', ({ pending }) => pending)
  addGauge(
    'outbox_oldest_unpublished_age_seconds',
    'Age of the oldest event that is committed but not published',
    ({ age }) => age,
  )
  addGauge('outbox_rejected', 'Events that the log will never take, set aside', ({ rejected }) => rejected)
}

async function readOutboxState(db: Database): Promise<OutboxState> {
  const [row] = await db.execute<OutboxState>(sql`
    select coalesce(sum(events), 0)::int as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float as age,
      (select count(*)::int from outbox where rejection is not null) as rejected
    from outbox_batches where published_at is null`)
  return row ?? { pending: 0, age: 0, rejected: 0 }
}
