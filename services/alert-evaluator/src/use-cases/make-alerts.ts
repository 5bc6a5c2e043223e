import type { Cache, Claim } from '@walkon/service/cache'
import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import type { Log } from '@walkon/service/log'
import { wakeRelay } from '@walkon/messaging/emit'
import type { AlertMetrics } from './measure-alerts.ts'
import { claimAndAnnounce, listRecordedAlerts, type Candidate, type Observation } from '../db/claims.ts'
import type { Match } from '../db/matching.ts'

/** The readings of the poll that the event reports. */
export type ObservedRide = Observation & { messageId: string }

/** Resolves with the number of alerts made. */
export type AlertMaker = (tx: Transaction, observations: ObservedRide[], matches: Match[]) => Promise<number>

export type AlertMakerOptions = {
  cache: Cache
  cooldownMinutes: number
  log: Log
  metrics: AlertMetrics
}

/** Candidates in one statement: many enough to be worth a round trip, few enough to be sorted in memory. */
const CHUNK = 5_000

/** Makes alerts of candidates, at most one for each watch within its cooldown. */
export function createAlertMaker(options: AlertMakerOptions): AlertMaker {
  const { cache, cooldownMinutes, log, metrics } = options
  const ttlSeconds = Math.ceil(cooldownMinutes * 60)

  return async (tx, observations, matches) => {
    if (matches.length === 0) return 0
    let total = 0
    const claimOf = ({ subscriptionId, alertId, reading }: Candidate): Claim => ({
      key: `cooldown:${subscriptionId}:${observations[reading]?.rideId}`,
      value: alertId,
    })
    for (const chunk of chunksBySubscription(matches.map((match) => toCandidate(match, observations)))) {
      const candidates = await keepUnclaimed(tx, chunk, chunk.map(claimOf))
      const made = await claimAndAnnounce(tx, candidates, observations, cooldownMinutes)
      metrics.countTriggered(made)
      total += made
      if (made < candidates.length) await releaseLost(tx, candidates, candidates.map(claimOf))
    }
    wakeRelay(tx)
    return total
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
    const kept = candidates.filter((_, index) => !recorded.has(holders[index] ?? ''))
    metrics.countSuppressed('cooldown', candidates.length - kept.length)
    return kept
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

  /** Releases the claims of watches that another evaluator alerted first, or that changed since the match. */
  async function releaseLost(tx: Transaction, candidates: Candidate[], claims: Claim[]): Promise<void> {
    const recorded = await listRecordedAlerts(
      tx,
      candidates.map(({ alertId }) => alertId),
    )
    const lost = claims.filter(({ value }) => !recorded.has(value))
    metrics.countSuppressed('lost-claim', lost.length)
    await cache
      .release(lost)
      .catch((error: unknown) => log.warn({ err: error }, 'Claims could not be released'))
  }
}

/** uuidv5(subscription, ride | message): a redelivered event makes the same alert. */
const toCandidate = ({ subscriptionId, reading }: Match, observations: ObservedRide[]): Candidate => {
  const { rideId, messageId } = observations[reading] as ObservedRide
  return { subscriptionId, reading, alertId: deriveId(subscriptionId, `${rideId}|${messageId}`) }
}

/** Splits candidates into chunks. The rides of one subscription share a message, so they stay in one chunk. */
function* chunksBySubscription(candidates: Candidate[]): Generator<Candidate[]> {
  for (let start = 0, end = CHUNK; start < candidates.length; start = end, end += CHUNK) {
    while (end < candidates.length && candidates[end]?.subscriptionId === candidates[end - 1]?.subscriptionId)
      end++
    yield candidates.slice(start, end)
  }
}
