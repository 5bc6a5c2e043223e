import type { EventOf } from '@walkon/contracts/event'
import type { RideReading, waitTimeObserved } from '@walkon/contracts/events/park-data'
import { traceIdOf, traceparentAfter } from '@walkon/messaging/cloud-event'
import type { LogPosition } from '@walkon/messaging/inbox'
import { wakeRelay } from '@walkon/messaging/emit'
import type { Database, Queryable, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import {
  insertLateReopenings,
  listLateReopenings,
  takeLateReopenings,
} from '../../db/alerts/late-reopenings.ts'
import { listLevels, saveLevels } from '../../db/alerts/ride-levels.ts'
import { listLimitsAt } from '../../db/alerts/ride-limits.ts'
import { saveHolds } from '../../db/subscriptions/visitor-changes.ts'
import { sliceMatches, sliceMatchesBetweenTransactions, type Match } from '../../db/alerts/matching.ts'
import { needsToBeNewest } from '../../domain/reading-verdict.ts'
import { applyPoll, lastAbove, type ParkLevels } from '../../domain/marks.ts'
import { decideNews, newestPolls, type News, type Poll, type Reopened } from '../../domain/news.ts'
import type { AlertMetrics, Suppression } from '../../metrics/alerts.ts'
import type { AlertMaker, ObservedRide } from './make-alerts.ts'
import { tellOfDoneRides, type DoneRide } from './tell-of-done-rides.ts'

type PollEvent = EventOf<typeof waitTimeObserved>

/** Many enough to be worth a commit, few enough that a slice is soon done. */
const WATCHES_AT_ONCE = 1_000

export type AlertingDeps = {
  /** The pool of this process, where its relay waits. */
  db: Database
  /** A connection beside the pool: where both came from it, transactions that hold all of it would wait for one more. */
  aside: Database
  makeAlerts: AlertMaker
  metrics: AlertMetrics
  log: Log
  now: () => Date
  /** The limit of watches that fit a ride, while its hour has too little history. */
  defaultThresholdMinutes: number
  /** How many watches are claimed in one statement. */
  watchesAtOnce?: number
}

/** Polls as they were judged, and the watches that they may alert and no slice has claimed yet. */
export type EvaluatedPolls = Evaluation & { unclaimed: Match[] }

/**
 * Alerts the visitors who asked for a short wait or a reopening that the newest poll of a park shows. All rides of one
 * subscription in one poll are one message. Claims what `alertCrowd` left; without it (a replay, a batch with passes) evaluates
 * the polls itself.
 */
export async function alertVisitors(
  deps: AlertingDeps,
  tx: Transaction,
  events: PollEvent[],
  position: LogPosition,
  evaluated?: EvaluatedPolls,
): Promise<void> {
  const { makeAlerts, metrics, log, watchesAtOnce = WATCHES_AT_ONCE } = deps
  const late = await takeLateReopenings(tx, [...new Set(events.map(({ data }) => data.parkId))])
  const isEvaluated = evaluated?.late.length === late.length
  const { observations, parks, waiting, held, holds, done } = isEvaluated
    ? evaluated
    : await evaluate(deps, tx, events, position, late)
  await insertLateReopenings(tx, waiting)
  await saveHolds(tx, holds)
  metrics.countTriggered(await tellOfDoneRides(tx, done))
  const account = createAccount(metrics)
  for (const verdict of held) account.noteSuppressed(verdict, 1)
  const claim = async (matches: Match[]) =>
    account.add(matches, await makeAlerts(tx, observations, matches, account.noteSuppressed))
  if (isEvaluated) await claim(evaluated.unclaimed)
  else if (observations.length > 0)
    for await (const { matches } of sliceMatches(tx, observations, watchesAtOnce)) await claim(matches)
  // Last, because its locks make another evaluator with polls of the same park wait.
  await saveLevels(tx, parks)
  if (observations.length === 0 && held.length === 0) return
  log.info(
    { polls: events.length, news: observations.length, ...account.read(observations) },
    'polls evaluated',
  )
}

/**
 * Runs before `alertVisitors`. Claims every slice but the last, each in its own transaction: first messages leave early, no transaction
 * stays open. The transaction that marks the polls as applied claims the last slice. After a crash between slices the polls come again, and
 * find the watches that are not claimed yet.
 */
export async function alertCrowd(
  deps: AlertingDeps,
  events: PollEvent[],
  position: LogPosition,
): Promise<EvaluatedPolls> {
  const { db, aside, makeAlerts, metrics, log, watchesAtOnce = WATCHES_AT_ONCE } = deps
  const late = await listLateReopenings(db, [...new Set(events.map(({ data }) => data.parkId))])
  const evaluation = await evaluate(deps, db, events, position, late)
  const { observations } = evaluation
  if (observations.length === 0) return { ...evaluation, unclaimed: [] }
  const account = createAccount(metrics)
  let unclaimed: Match[] = []
  const slices = sliceMatchesBetweenTransactions(aside, observations, watchesAtOnce)
  for await (const { matches, isLast } of slices) {
    if (isLast) unclaimed = matches
    else {
      account.add(
        matches,
        await aside.transaction((own) => makeAlerts(own, observations, matches, account.noteSuppressed)),
      )
      wakeRelay(db)
    }
  }
  const counts = account.read(observations)
  if (counts.matched > 0) log.info({ polls: events.length, ...counts }, 'crowd alerted')
  return { ...evaluation, unclaimed }
}

type Evaluation = Awaited<ReturnType<typeof evaluate>>

/** Judges the newest polls of a batch, with the usual waits of the rides that may alert. */
async function evaluate(
  { now, defaultThresholdMinutes }: AlertingDeps,
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

/** Counts for one line of the log. */
function createAccount(metrics: AlertMetrics) {
  let matched = 0
  let made = 0
  const suppressed: Partial<Record<Suppression, number>> = {}
  const readings = new Set<number>()
  return {
    noteSuppressed(reason: Suppression, count: number): void {
      if (count === 0) return
      metrics.countSuppressed(reason, count)
      suppressed[reason] = (suppressed[reason] ?? 0) + count
    },
    add(matches: Match[], alerts: number): void {
      matched += matches.length
      made += alerts
      for (const { reading } of matches) readings.add(reading)
    },
    read(observations: ObservedRide[]) {
      const traces = [...readings].map((reading) => traceIdOf(observations[reading]?.traceparent))
      return { matched, made, suppressed, traces: [...new Set(traces)] }
    },
  }
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
