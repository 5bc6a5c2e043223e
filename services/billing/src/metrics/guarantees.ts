import type { Database } from '@walkon/service/database'
import type { Metrics } from '@walkon/service/metrics'
import { Gauge } from 'prom-client'
import { countPassesWithoutEnd, measureUndecided } from '../db/guarantee/guarantees.ts'
import { countByState, measureOldestUnpaid } from '../db/guarantee/guarantee-refunds.ts'
import type { GuaranteeWaits } from '../use-cases/guarantee/begin-guarantees.ts'

const HOUR_SECONDS = 3600

/** Measures guarantees for an operator: a refund that has failed needs a person, and nothing waits for longer than receipts do. */
export function measureGuarantees(
  db: Database,
  metrics: Metrics,
  { messagesMinutes, settleHours }: GuaranteeWaits,
): void {
  const longestWaitSeconds = Math.max(messagesMinutes * 60, settleHours * HOUR_SECONDS)
  const register = (name: string, help: string, read: () => Promise<number>) =>
    metrics.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        async collect() {
          this.set(await read())
        },
      }),
    )
  register(
    'guarantees_undecided',
    'Ended passes whose receipts are waited for',
    async () => (await measureUndecided(db)).undecided,
  )
  register(
    'guarantee_oldest_undecided_seconds',
    'Since when the oldest pass has ended whose guarantee is undecided',
    async () => (await measureUndecided(db)).oldestSeconds,
  )
  register(
    'guarantee_undecided_limit_seconds',
    'Longest that a guarantee is undecided after the end of its pass: the wait for messages and receipts, and an hour to hear of the end',
    async () => longestWaitSeconds + HOUR_SECONDS,
  )
  register(
    'passes_without_end',
    'Paid passes that are over for an hour, and of which no PassEnded was heard',
    () => countPassesWithoutEnd(db),
  )
  register(
    'refund_oldest_unpaid_seconds',
    'Since when the oldest refund is owed that Stripe does not have',
    () => measureOldestUnpaid(db),
  )
  const refunds = new Gauge({
    name: 'refunds',
    help: 'Refunds of the guarantee by state: of the last seven days, and older ones that are not at their end',
    labelNames: ['state'],
    registers: [],
    async collect() {
      for (const [state, count] of await countByState(db)) this.set({ state }, count)
    },
  })
  metrics.registerMetric(refunds)
}
