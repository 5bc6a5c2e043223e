import { traceIdOf } from '@walkon/messaging/cloud-event'
import type { Log } from '@walkon/service/log'
import type { NewDelivery } from '../../db/deliveries/deliveries.ts'
import type { Transition } from '../../db/deliveries/transitions.ts'

/**
 * One line for each step of a delivery. `delivery`, `source` (the event or notification that asked for it) and `trace` lead to the other
 * lines of the same alert, in all services. No line has an address.
 */
export function logStep(log: Log, transition: Transition): void {
  const { id, sourceId, channel, state, attemptNo, reason, latencySeconds, traceparent } = transition
  const step = { delivery: id, source: sourceId, channel, attempt: attemptNo, trace: traceIdOf(traceparent) }
  const isHealthy = state === 'sending' || state === 'accepted' || state === 'delivered'
  log.info(
    { ...step, ...(latencySeconds !== null && { latencySeconds }), ...(!isHealthy && { reason }) },
    `delivery ${state}`,
  )
}

/** The first step. Logged before its transaction commits: a batch that is applied again logs it again. */
export function logQueued(log: Log, deliveries: NewDelivery[]): void {
  for (const { id, sourceId, channel, traceparent } of deliveries)
    log.info({ delivery: id, source: sourceId, channel, trace: traceIdOf(traceparent) }, 'delivery queued')
}
