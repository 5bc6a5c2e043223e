import { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'

/** Counts refusals by the limit that was hit. A limit's name holds nothing of the client. */
export type CountLimitHit = (limit: string) => void

/** Once for each registry. */
export function countLimitsHit(metrics: Metrics): CountLimitHit {
  const hits = new Counter({
    name: 'limits_hit_total',
    help: 'Requests that a limit on tries, mails or requests held back',
    labelNames: ['limit'],
    registers: [metrics],
  })
  return (limit) => hits.inc({ limit })
}
