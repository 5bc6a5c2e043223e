import { traceIdOf } from '@walkon/messaging/cloud-event'
import type { LogPosition } from '@walkon/messaging/inbox'
import { wakeRelay } from '@walkon/messaging/emit'
import type { Database, Transaction } from '@walkon/service/database'
import type { Log } from '@walkon/service/log'
import {
  insertLateReopenings,
  listLateReopenings,
  takeLateReopenings,
} from '../../db/alerts/late-reopenings.ts'
import { saveLevels } from '../../db/alerts/ride-levels.ts'
import { saveHolds } from '../../db/subscriptions/visitor-changes.ts'
import { sliceMatches, sliceMatchesBetweenTransactions, type Match } from '../../db/alerts/matching.ts'
import type { AlertMetrics, Suppression } from '../../metrics/alerts.ts'
import { evaluatePolls, type Evaluation, type PollEvent } from './evaluate-polls.ts'
import type { AlertMaker, ObservedRide } from './make-alerts.ts'
import { tellOfDoneRides } from './tell-of-done-rides.ts'

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
    : await evaluatePolls(deps, tx, events, position, late)
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
  const evaluation = await evaluatePolls(deps, db, events, position, late)
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
