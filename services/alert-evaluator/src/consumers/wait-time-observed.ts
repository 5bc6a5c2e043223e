import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import type { EventOf } from '@walkon/contracts/event'
import { MAX_THRESHOLD_MINUTES } from '@walkon/contracts/values'
import { traceparentAfter } from '@walkon/messaging/cloud-event'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { AlertMaker } from '../alert-making.ts'
import type { AlertMetrics } from '../alert-metrics.ts'
import type { Observation } from '../db/claims.ts'
import { listWatchesOfShortWaits } from '../db/matching.ts'
import { judgeWait } from '../domain/alert-rule.ts'

type ShortWait = Observation & { waitMinutes: number }

/** Alerts everybody for whom a wait of this batch is short, by the first reading that is. */
export function alertOnShortWaits(deps: {
  makeAlerts: AlertMaker
  metrics: AlertMetrics
  now: () => Date
}): Handler {
  const { makeAlerts, metrics, now } = deps
  return on(waitTimeObserved, async (events, tx) => {
    const readAt = now()
    const short = events.flatMap((event) => {
      const reading = { ...event.data, observedAt: new Date(event.data.observedAt) }
      const verdict = judgeWait(reading, MAX_THRESHOLD_MINUTES, readAt)
      if (verdict === 'may-alert') return toShortWait(event)
      if (verdict !== 'no-news') metrics.countSuppressed(verdict)
      return []
    })
    if (short.length > 0) await makeAlerts(tx, short, await listWatchesOfShortWaits(tx, short))
  })
}

function toShortWait({ data, traceparent }: EventOf<typeof waitTimeObserved>): ShortWait[] {
  const { observationId, rideId, rideName, waitMinutes, observedAt, changedAt, usualMinutes = null } = data
  if (waitMinutes === null) return []
  return [
    {
      kind: 'short-wait',
      observationId,
      rideId,
      rideName,
      waitMinutes,
      observedAt,
      changedAt,
      usualMinutes,
      traceparent: traceparentAfter(traceparent),
    },
  ]
}
