import type { Cache, Claim } from '@walkon/service/cache'
import type { Database, Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { Log } from '@walkon/service/log'
import { wakeRelay } from '@walkon/messaging/emit'
import type { AlertMetrics, Suppression } from './measure-alerts.ts'
import { claimAndAnnounce, listRecordedAlerts, type Candidate, type Observation } from '../db/claims.ts'
import type { Match, Slice } from '../db/matching.ts'

/** The readings of the poll that the event reports. */
export type ObservedRide = Observation & { messageId: string }

/** Is told of watches that are not alerted. */
export type NoteSuppressed = (reason: Suppression, watches: number) => void

/** Resolves with the number of alerts made. */
export type AlertMaker = (
  tx: Transaction,
  observations: ObservedRide[],
  slices: AsyncIterable<Slice>,
  noteSuppressed: NoteSuppressed,
) => Promise<number>

type Batch = { observations: ObservedRide[]; noteSuppressed: NoteSuppressed }

export type AlertMakerOptions = {
  db: Database
  /** A connection outside the pool of `db`: each transaction of the pool may be waiting for one more. */
  aside: Database
  cache: Cache
  cooldownMinutes: number
  log: Log
  metrics: AlertMetrics
}

/**
 * Makes alerts of candidates, at most one for each watch within its cooldown. The last slice is claimed in the caller's
 * transaction, which marks the reading as applied; every slice before it in a transaction of its own, so that the first messages
 * are on their way while the last watches are claimed. A process that dies between two slices gets the reading again, and finds
 * the watches that it has not claimed. The caller's transaction must hold no lock on what a claim reads or writes.
 */
export function createAlertMaker(options: AlertMakerOptions): AlertMaker {
  const { db, aside, cache, cooldownMinutes, log, metrics } = options
  const ttlSeconds = Math.ceil(cooldownMinutes * 60)

  return async (tx, observations, slices, noteSuppressed) => {
    const batch = { observations, noteSuppressed }
    let made = 0
    for await (const { matches, isLast } of slices) {
      if (matches.length === 0) continue
      if (isLast) made += await makeSlice(tx, batch, matches)
      else made += await aside.transaction((own) => makeSlice(own, batch, matches))
      wakeRelay(isLast ? tx : db)
    }
    return made
  }

  async function makeSlice(tx: Transaction, batch: Batch, matches: Match[]): Promise<number> {
    const { observations, noteSuppressed } = batch
    const claimOf = ({ subscriptionId, alertId, reading }: Candidate): Claim => ({
      key: `cooldown:${subscriptionId}:${observations[reading]?.rideId}`,
      value: alertId,
    })
    const matched = matches.map((match) => toCandidate(match, observations))
    const candidates = await keepUnclaimed(tx, matched, matched.map(claimOf))
    noteSuppressed('cooldown', matched.length - candidates.length)
    const made = await claimAndAnnounce(tx, candidates, observations, cooldownMinutes)
    metrics.countTriggered(made)
    if (made < candidates.length)
      noteSuppressed('lost-claim', await releaseLost(tx, candidates, candidates.map(claimOf)))
    return made
  }

  /**
   * The cache is a filter; PostgreSQL decides. A claim that another alert holds counts only if that alert is on
   * record: the evaluator that made the claim may have died before it committed, and its reading may be too old
   * by now to be tried again.
   */
  async function keepUnclaimed(
    tx: Transaction,
    candidates: Candidate[],
    claims: Claim[],
  ): Promise<Candidate[]> {
    const holders = await claimInCache(claims)
    const others = holders.filter((holder) => holder !== null)
    if (others.length === 0) return candidates
    const recorded = await listRecordedAlerts(tx, others)
    return candidates.filter((_, index) => !recorded.has(holders[index] ?? ''))
  }

  /** For each claim the other alert that holds it; null where the claim succeeded or the cache is unreachable. */
  async function claimInCache(claims: Claim[]): Promise<(string | null)[]> {
    try {
      return await cache.claim(claims, ttlSeconds)
    } catch (error) {
      log.warn({ err: error, claims: claims.length }, 'The cache is unreachable; the database decides alone')
      return claims.map(() => null)
    }
  }

  /** Releases the claims of watches that another evaluator alerted first, or that changed since the match; resolves with how many. */
  async function releaseLost(tx: Transaction, candidates: Candidate[], claims: Claim[]): Promise<number> {
    const recorded = await listRecordedAlerts(
      tx,
      candidates.map(({ alertId }) => alertId),
    )
    const lost = claims.filter(({ value }) => !recorded.has(value))
    await cache
      .release(lost)
      .catch((error: unknown) => log.warn({ err: error }, 'Claims could not be released'))
    return lost.length
  }
}

/** uuidv5(subscription, ride | message): a redelivered event makes the same alert. */
const toCandidate = ({ subscriptionId, reading }: Match, observations: ObservedRide[]): Candidate => {
  const { rideId, messageId } = observations[reading] as ObservedRide
  return { subscriptionId, reading, alertId: deriveId(subscriptionId, `${rideId}|${messageId}`) }
}
