import type { EventOf } from '@walkon/contracts/event'
import type { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceIdOf, traceparentAfter } from '@walkon/messaging/cloud-event'
import type { LogPosition } from '@walkon/messaging/inbox'
import type { Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import { insertLateReopenings, takeLateReopenings } from '../db/late-reopenings.ts'
import { sliceFirstMatches, type Slice } from '../db/matching.ts'
import { needsToBeNewest } from '../domain/alert-rule.ts'
import { decideNews, newestPolls, type News, type Poll, type Reopened } from '../domain/news.ts'
import type { AlertMetrics, Suppression } from './measure-alerts.ts'
import type { AlertMaker, ObservedRide } from './make-alerts.ts'

type PollEvent = EventOf<typeof waitTimeObserved>

/** Many enough to be worth a commit, few enough that the first messages leave soon. */
const WATCHES_AT_ONCE = 1_000

export type AlertingDeps = {
  makeAlerts: AlertMaker
  metrics: AlertMetrics
  log: Log
  now: () => Date
  /** How many watches are claimed in one statement. */
  watchesAtOnce?: number
}

/**
 * Alerts the visitors who asked for a short wait or a reopening that the newest poll of a park shows. All rides of one
 * subscription in one poll are one message.
 */
export async function alertVisitors(
  { makeAlerts, metrics, log, now, watchesAtOnce = WATCHES_AT_ONCE }: AlertingDeps,
  tx: Transaction,
  events: PollEvent[],
  position: LogPosition,
): Promise<void> {
  const readAt = now()
  const polls = newestPolls(events.map(withPoll))
  const isReplayed = position.isReplayed ?? false
  const asksForNewest = polls.some(({ entry: { poll } }) => needsToBeNewest({ ...poll, isReplayed }, readAt))
  const isNewest = asksForNewest && (await position.isNewest())
  const late = await takeLateReopenings(
    tx,
    polls.map(({ entry: { poll } }) => poll.parkId),
  )
  const waiting: Reopened[] = []
  const suppressed: Partial<Record<Suppression, number>> = {}
  const noteSuppressed = (reason: Suppression, count: number) => {
    if (count === 0) return
    metrics.countSuppressed(reason, count)
    suppressed[reason] = (suppressed[reason] ?? 0) + count
  }
  const observations = polls.flatMap(({ entry: { event, poll }, reopened: inBatch }) => {
    const reopened = [...late.filter(({ parkId }) => parkId === poll.parkId), ...inBatch]
    const decided = decideNews(poll, { reopened, isNewest, isReplayed, now: readAt })
    waiting.push(...decided.waiting)
    for (const verdict of decided.held) noteSuppressed(verdict, 1)
    return decided.news.map((entry) => toObservation(event, entry))
  })
  await insertLateReopenings(tx, waiting)
  if (observations.length === 0 && Object.keys(suppressed).length === 0) return
  const seen = { matched: 0, readings: new Set<number>() }
  const slices = noting(seen, sliceFirstMatches(tx, observations, watchesAtOnce))
  const made = observations.length > 0 ? await makeAlerts(tx, observations, slices, noteSuppressed) : 0
  const traces = [...seen.readings].map((reading) => traceIdOf(observations[reading]?.traceparent))
  log.info(
    {
      polls: events.length,
      news: observations.length,
      matched: seen.matched,
      made,
      suppressed,
      traces: [...new Set(traces)],
    },
    'polls evaluated',
  )
}

type Seen = { matched: number; readings: Set<number> }

async function* noting(seen: Seen, slices: AsyncIterable<Slice>): AsyncGenerator<Slice> {
  for await (const slice of slices) {
    seen.matched += slice.matches.length
    for (const { reading } of slice.matches) seen.readings.add(reading)
    yield slice
  }
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
  popularity: ride.popularity,
  traceparent: traceparentAfter(traceparent),
})
