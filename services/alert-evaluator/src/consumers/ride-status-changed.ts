import { rideStatusChanged } from '@walkon/contracts/events/park-data'
import type { EventOf } from '@walkon/contracts/event'
import { traceparentAfter } from '@walkon/messaging/cloud-event'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { AlertMaker } from '../alert-making.ts'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { Observation } from '../db/claims.ts'
import { listWatchesOfReopenings } from '../db/matching.ts'
import { judgeReopening } from '../domain/alert-rule.ts'

/** Alerts those who asked to hear of it that a ride is open again. It shares the ride's cooldown. */
export function alertOnReopenings(deps: {
  makeAlerts: AlertMaker
  metrics: AlertMetrics
  now: () => Date
}): Handler {
  const { makeAlerts, metrics, now } = deps
  return on(rideStatusChanged, async (events, tx) => {
    const readAt = now()
    const reopened = events.filter(({ data }) => {
      const verdict = judgeReopening({ ...data, observedAt: new Date(data.observedAt) }, readAt)
      if (verdict !== 'may-alert' && verdict !== 'no-news') metrics.countSuppressed(verdict)
      return verdict === 'may-alert'
    })
    const observations = reopened.map(toObservation)
    if (observations.length > 0) {
      await makeAlerts(tx, observations, await listWatchesOfReopenings(tx, observations))
    }
  })
}

function toObservation({ data, traceparent }: EventOf<typeof rideStatusChanged>): Observation {
  const { observationId, rideId, rideName, waitMinutes, observedAt } = data
  return {
    kind: 'reopened',
    observationId,
    rideId,
    rideName,
    waitMinutes,
    observedAt,
    changedAt: null,
    usualMinutes: null,
    traceparent: traceparentAfter(traceparent),
  }
}
