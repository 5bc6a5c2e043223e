import type { Database } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import { logStep } from '../use-cases/deliveries/log-steps.ts'
import { listOldestPending } from '../db/deliveries/oldest-pending.ts'
import type { Transition } from '../db/deliveries/transitions.ts'
import { findOutcomeAges } from '../db/deliveries/unpublished-outcomes.ts'

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>

/**
 * Measures outcomes, doubts and visitors' waits, and logs one line for each step of each delivery. Use cases count what they have
 * committed.
 */
export function createDeliveryMetrics(db: Database, registry: Metrics, log: Log) {
  const registers = [registry]
  const ended = new Counter({
    name: 'deliveries_total',
    help: 'Deliveries by what became of them; one that is accepted and later delivered counts under both',
    labelNames: ['channel', 'outcome'],
    registers,
  })
  const unknown = new Counter({
    name: 'delivery_unknown_total',
    help: 'Calls after which it was not known whether the provider had the message',
    labelNames: ['channel'],
    registers,
  })
  const resent = new Counter({
    name: 'delivery_resend_after_unknown_total',
    help: 'Messages queued again because the provider said it did not have them; where duplicates would come from',
    labelNames: ['channel'],
    registers,
  })
  const misconfigured = new Counter({
    name: 'provider_configuration_errors_total',
    help: 'Messages refused because of our account or settings',
    labelNames: ['channel', 'reason'],
    registers,
  })
  const refusedEndpoints = new Counter({
    name: 'push_endpoints_refused_total',
    help: 'Browsers whose push service is on none of the domains that we call; the log has the hosts',
    registers,
  })
  const latency = new Histogram({
    name: 'alert_latency_seconds',
    help: 'From the reading of a wait to the first sign that the provider has its alert: answer, look-up or receipt',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 180, 300, 900],
    registers,
  })
  measureAges(db, registry)

  return {
    noteRefusedEndpoint(host: string): void {
      refusedEndpoints.inc()
      log.info({ host }, 'push endpoint refused')
    },

    /** Counts committed transitions. */
    count(transitions: Transition[]): void {
      for (const transition of transitions) {
        const { channel, state, latencySeconds } = transition
        logStep(log, transition)
        if (state === 'unknown') unknown.inc({ channel })
        else if (state !== 'queued' && state !== 'sending') ended.inc({ channel, outcome: state })
        if (latencySeconds !== null) latency.observe(latencySeconds)
      }
    },
    countResent: (channel: string, messages: number) => resent.inc({ channel }, messages),
    countMisconfigured: (channel: string, reason: string) => misconfigured.inc({ channel, reason }),
  }
}

function measureAges(db: Database, registry: Metrics): void {
  const registers = [registry]
  const oldest: Gauge = new Gauge({
    name: 'delivery_oldest_pending_seconds',
    help: 'Age of the oldest delivery that has not come to an end',
    labelNames: ['channel'],
    registers,
    collect: async () => {
      oldest.reset()
      const ages = await db.transaction(listOldestPending)
      for (const { channel, ageSeconds } of ages) oldest.set({ channel }, ageSeconds)
    },
  })

  const oldestOutcome: Gauge = new Gauge({
    name: 'delivery_outcome_oldest_unpublished_seconds',
    help: 'Age of the oldest outcome that other services have not been told of; 0 without any',
    registers,
    collect: async () => oldestOutcome.set((await findOutcomeAges(db))?.oldest ?? 0),
  })
}
