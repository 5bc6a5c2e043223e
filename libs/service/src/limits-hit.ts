import type { FastifyInstance } from 'fastify'
import { Counter } from 'prom-client'
import { AppError } from './errors.ts'
import type { Metrics } from './metrics.ts'

/** Counts refusals by the limit that was hit. A limit's name holds nothing of the client. */
export type CountLimitHit = (limit: string) => void

/** For refusals that do not leave as an error with a limit: those are counted by their app. */
export function countLimitsHit(metrics: Metrics): CountLimitHit {
  const known = metrics.getSingleMetric('limits_hit_total')
  const hits =
    known instanceof Counter
      ? known
      : new Counter({
          name: 'limits_hit_total',
          help: 'Requests that a limit on tries, mails or requests held back',
          labelNames: ['limit'],
          registers: [metrics],
        })
  return (limit) => hits.inc({ limit })
}

/** Counts every request that an app refuses because of a limit. */
export function measureLimits(app: FastifyInstance, metrics: Metrics): void {
  const countHit = countLimitsHit(metrics)
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof AppError && error.limit !== null) countHit(error.limit)
  })
}
