import type { EventOf } from '@walkon/contracts/event'
import type { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceparentAfter } from '@walkon/messaging/cloud-event'
import type { Transaction } from '@walkon/service/database'
import { listFirstMatches } from '../db/matching.ts'
import { decideNews, newestPolls, type News, type Poll } from '../domain/news.ts'
import type { AlertMetrics } from './measure-alerts.ts'
import type { AlertMaker, ObservedRide } from './make-alerts.ts'

type PollEvent = EventOf<typeof waitTimeObserved>

/**
 * Alerts the visitors who asked for a short wait or a reopening that the newest poll of a park shows. All rides of one
 * subscription in one poll are one message.
 */
export async function alertVisitors(
  { makeAlerts, metrics, now }: { makeAlerts: AlertMaker; metrics: AlertMetrics; now: () => Date },
  tx: Transaction,
  events: PollEvent[],
): Promise<void> {
  const readAt = now()
  const observations = newestPolls(events.map(withPoll)).flatMap(({ entry: { event, poll }, reopened }) => {
    const { news, held } = decideNews(poll, reopened, readAt)
    for (const verdict of held) metrics.countSuppressed(verdict)
    return news.map((entry) => toObservation(event, entry))
  })
  if (observations.length > 0) await makeAlerts(tx, observations, await listFirstMatches(tx, observations))
}

const withPoll = (event: PollEvent): { event: PollEvent; poll: Poll } => ({
  event,
  poll: { ...event.data, observedAt: new Date(event.data.observedAt) },
})

/** An alert of a reopening does not say when the wait was posted. */
const toObservation = ({ id, data, traceparent }: PollEvent, { kind, ride }: News): ObservedRide => ({
  messageId: id,
  kind,
  rideId: ride.rideId,
  rideName: ride.name,
  waitMinutes: ride.waitMinutes,
  observedAt: data.observedAt,
  changedAt: kind === 'short-wait' ? ride.changedAt : null,
  usualMinutes: kind === 'short-wait' ? ride.usualMinutes : null,
  traceparent: traceparentAfter(traceparent),
})
