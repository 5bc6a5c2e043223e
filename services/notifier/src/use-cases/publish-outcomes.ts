import { deliveryOutcome, deliveryRecorded } from '@walkon/contracts/events/notifications'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { listAlertsOfDeliveries, type Transition } from '../db/transitions.ts'

/**
 * Publishes the end states among these transitions, in the transaction that made them. Each statement that changes a
 * state returns only the rows that it changed, so each end is published once.
 */
export async function publishOutcomes(tx: Transaction, transitions: Transition[]): Promise<void> {
  const ended = transitions.flatMap((transition) => {
    const outcome = deliveryOutcome.safeParse(transition.state)
    return outcome.success ? [{ ...transition, outcome: outcome.data }] : []
  })
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  const alerts = Map.groupBy(await listAlertsOfDeliveries(tx, ids), ({ deliveryId }) => deliveryId)
  const recordedAt = new Date().toISOString()
  const events = ended.map(({ id, channel, outcome, reason, traceparent }) => ({
    cause: traceparent,
    data: {
      deliveryId: id,
      channel,
      outcome,
      reason: outcome === 'accepted' || outcome === 'delivered' ? null : reason,
      alerts: (alerts.get(id) ?? []).map(({ alertId, rideId }) => ({ alertId, rideId })),
      recordedAt,
    },
  }))
  await emit(tx, deliveryRecorded, events)
}
