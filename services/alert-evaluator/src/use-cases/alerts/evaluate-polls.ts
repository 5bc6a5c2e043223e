import type { EventOf } from '@walkon/contracts/event'
import type { RideReading, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceparentAfter } from '@walkon/messaging/cloud-event'
import type { LogPosition } from '@walkon/messaging/inbox'
import type { Queryable } from '@walkon/service/database'
import { listLevels } from '../../db/alerts/ride-levels.ts'
import { listLimitsAt } from '../../db/alerts/ride-limits.ts'
import { needsToBeNewest } from '../../domain/reading-verdict.ts'
import { applyPoll, lastAbove, type ParkLevels } from '../../domain/marks.ts'
import { decideNews, newestPolls, type News, type Poll, type Reopened } from '../../domain/news.ts'
import type { ObservedRide } from './make-alerts.ts'
import type { DoneRide } from './tell-of-done-rides.ts'

export type PollEvent = EventOf<typeof waitTimeObserved>

export type Evaluation = Awaited<ReturnType<typeof evaluatePolls>>

/** Judges the newest polls of a batch, with the usual waits of the rides that may alert. */
export async function evaluatePolls(
  { now, defaultThresholdMinutes }: { now: () => Date; defaultThresholdMinutes: number },
  db: Queryable,
  events: PollEvent[],
  position: LogPosition,
  late: Reopened[],
) {
  const { readings, ...judged } = await judgePolls(events, position, now(), late)
  const parks = await readLevels(db, events)
  const observations = await withUsual(db, readings, parks, defaultThresholdMinutes)
  return { ...judged, late, parks, observations }
}

/** Reads from the newest polls of a batch the news that may alert a watch. */
async function judgePolls(events: PollEvent[], position: LogPosition, now: Date, late: Reopened[]) {
  const polls = newestPolls(events.map(withPoll))
  const isReplayed = position.isReplayed ?? false
  const asksForNewest = polls.some(({ entry: { poll } }) => needsToBeNewest({ ...poll, isReplayed }, now))
  const isNewest = asksForNewest && (await position.isNewest())
  const decided = polls.map(({ entry: { event, poll }, reopened: inBatch }) => {
    const reopened = [...late.filter(({ parkId }) => parkId === poll.parkId), ...inBatch]
    return { event, poll, ...decideNews(poll, { reopened, isNewest, isReplayed, now }) }
  })
  return {
    readings: decided.flatMap(({ event, news }) => news.map((entry) => toObservation(event, entry))),
    waiting: decided.flatMap(({ waiting }) => waiting),
    held: decided.flatMap(({ held }) => held),
    done: decided.flatMap(({ event, done }) => done.map((ride) => toDoneRide(event, ride))),
    holds: decided.flatMap(({ poll: { parkId, observedAt }, held }) =>
      [...new Set(held)].map((reason) => ({ parkId, reason, observedAt })),
    ),
  }
}

type Reading = Omit<
  ObservedRide,
  'fittedMinutes' | 'isFitted' | 'isNewlyPosted' | 'aboveAt' | 'medianMinutes'
> & {
  parkId: string
}

type ReadPark = { parkId: string; levels: ParkLevels; changed: string[] }

/** Reads the levels of the parks after these polls. Polls that another evaluator has applied already change nothing. */
async function readLevels(db: Queryable, events: PollEvent[]): Promise<ReadPark[]> {
  const polls = Map.groupBy(
    events.map((event) => withPoll(event).poll),
    ({ parkId }) => parkId,
  )
  const levelsOf = await listLevels(db, [...polls.keys()])
  return [...levelsOf].map(([parkId, levels]) => {
    const inOrder = (polls.get(parkId) ?? []).toSorted(
      (one, other) => one.observedAt.getTime() - other.observedAt.getTime(),
    )
    const changed = new Set(inOrder.flatMap((poll) => applyPoll(levels, poll)))
    return { parkId, levels, changed: [...changed] }
  })
}

/** Returns the readings with the short and the usual waits of their rides at their hours, and when they were longer. */
async function withUsual(
  db: Queryable,
  readings: Reading[],
  parks: ReadPark[],
  defaultThresholdMinutes: number,
): Promise<ObservedRide[]> {
  if (readings.length === 0) return []
  const usual = await listLimitsAt(db, readings)
  const parkOf = new Map(parks.map((park) => [park.parkId, park]))
  return readings.map(({ parkId, ...reading }) => {
    const { fittedMinutes = null, medianMinutes = null } = usual.get(reading.rideId) ?? {}
    const park = parkOf.get(parkId)
    return {
      ...reading,
      fittedMinutes: fittedMinutes ?? defaultThresholdMinutes,
      isFitted: fittedMinutes !== null,
      isNewlyPosted: park?.changed.includes(reading.rideId) ?? false,
      aboveAt: park ? lastAbove(park.levels, reading.rideId) : [],
      medianMinutes,
    }
  })
}

const withPoll = (event: PollEvent): { event: PollEvent; poll: Poll } => ({
  event,
  poll: { ...event.data, observedAt: new Date(event.data.observedAt) },
})

const toDoneRide = (
  { data, traceparent }: PollEvent,
  { rideId, name, popularity }: RideReading,
): DoneRide => ({
  rideId,
  rideName: name,
  popularity,
  observedAt: data.observedAt,
  cause: traceparent,
})

/** An alert of a reopening does not say when the wait was posted. */
const toObservation = ({ id, data, traceparent }: PollEvent, { kind, ride }: News): Reading => ({
  messageId: id,
  parkId: data.parkId,
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
