import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { sql } from 'drizzle-orm'
import { Gauge } from 'prom-client'

/** How much waits to be published, and how long the oldest has waited: read when asked for. */
export function measureOutbox(db: Database, metrics: Metrics): void {
  const oldest = new Gauge({
    name: 'outbox_oldest_unpublished_age_seconds',
    help: 'Age of the oldest event that is committed but not published',
    registers: [metrics],
  })
  const rejected = new Gauge({
    name: 'outbox_rejected',
    help: 'Events that the log will never take, set aside for somebody to look at',
    registers: [metrics],
  })
  const pending = new Gauge({
    name: 'outbox_pending',
    help: 'Events that are committed but not published',
    registers: [],
    async collect() {
      const [row] = await db.execute<{ pending: number; age: number; rejected: number }>(sql`
        select count(*)::int as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float as age,
          (select count(*)::int from outbox where rejection is not null) as rejected
        from outbox where published_at is null and rejection is null`)
      pending.set(row?.pending ?? 0)
      oldest.set(row?.age ?? 0)
      rejected.set(row?.rejected ?? 0)
    },
  })
  metrics.registerMetric(pending)
}
