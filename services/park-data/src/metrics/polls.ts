import type { Leader } from '@walkon/runtime/leader'
import type { Metrics } from '@walkon/service/metrics'
import type { RequestBudget } from '@walkon/service/request-budget'
import { Counter, Gauge } from 'prom-client'
import type { FeedOutcome } from '../clients/park-feed.ts'

/** The metrics of the poller. */
export function measurePolls(metrics: Metrics) {
  const requests = new Counter({
    name: 'feed_requests_total',
    help: 'Requests to the park feed, by how they ended',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const observations = new Counter({
    name: 'observations_total',
    help: 'Rows of the feed that were published as observations',
    registers: [metrics],
  })
  return {
    onOutcome: (outcome: FeedOutcome) => requests.inc({ outcome }),
    onObserved: (rides: number) => observations.inc(rides),
  }
}

/** A budget that stays at 0 holds polls back. */
export function measureBudget(metrics: Metrics, budget: Pick<RequestBudget, 'left'>): void {
  metrics.registerMetric(
    new Gauge({
      name: 'feed_requests_left',
      help: 'Requests that this process may send to the park feed at once',
      registers: [],
      collect() {
        this.set(budget.left())
      },
    }),
  )
}

/** Each replica says for itself; the sum over all of them is 1. */
export function measureRole(metrics: Metrics, leader: Pick<Leader, 'term'>): void {
  metrics.registerMetric(
    new Gauge({
      name: 'feed_poller',
      help: '1 in the process that polls the park feed, 0 in one that stands by',
      registers: [],
      collect() {
        this.set(leader.term() === null ? 0 : 1)
      },
    }),
  )
}

/** Only the process that polls reports ages. */
export function measureAges(
  metrics: Metrics,
  readAt: () => ReadonlyMap<string, Date>,
  now: () => Date,
): void {
  metrics.registerMetric(
    new Gauge({
      name: 'poll_age_seconds',
      help: 'Time since a destination was last read',
      labelNames: ['destination'],
      registers: [],
      collect() {
        this.reset()
        for (const [destination, at] of readAt()) {
          this.set({ destination }, (now().getTime() - at.getTime()) / 1000)
        }
      },
    }),
  )
}
