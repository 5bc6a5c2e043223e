import type { Cache, Claim } from '@walkon/service/cache'
import type { Transaction } from '@walkon/service/database'
import { deriveIdAt } from '@walkon/service/derived-id'
import type { Log } from '@walkon/service/log'
import { wakeRelay } from '@walkon/messaging/emit'
import type { AlertMetrics, Suppression } from '../../metrics/alerts.ts'
import {
  claimAndAnnounce,
  listRecordedAlerts,
  type Candidate,
  type Observation,
} from '../../db/alerts/claims.ts'
import type { Match } from '../../db/alerts/matching.ts'
import { cooldownKey } from '../../domain/cooldown.ts'

/** The readings of the poll that the event reports. */
export type ObservedRide = Observation & { messageId: string }

/** Is told of watches that are not alerted. */
export type NoteSuppressed = (reason: Suppression, watches: number) => void

/** Makes alerts of these matches, at most one for each watch within its cooldown. Resolves with how many. */
export type AlertMaker = (
  tx: Transaction,
  observations: ObservedRide[],
  matches: Match[],
  noteSuppressed: NoteSuppressed,
) => Promise<number>

export type AlertMakerOptions = {
  cache: Cache
  cooldownMinutes: number
  log: Log
  metrics: AlertMetrics
}

export function createAlertMaker({ cache, cooldownMinutes, log, metrics }: AlertMakerOptions): AlertMaker {
  const ttlSeconds = Math.ceil(cooldownMinutes * 60)

  return async (tx, observations, matches, noteSuppressed) => {
    if (matches.length === 0) return 0
    const claimOf = ({ subscriptionId, alertId, reading }: Candidate): Claim => ({
      key: cooldownKey(subscriptionId, observations[reading]?.rideId),
      value: alertId,
    })
    const matched = matches.map((match) => toCandidate(match, observations))
    const candidates = await keepUnclaimed(tx, matched, matched.map(claimOf))
    noteSuppressed('cooldown', matched.length - candidates.length)
    const made = await claimAndAnnounce(tx, candidates, observations, cooldownMinutes)
    metrics.countTriggered(made)
    if (made < candidates.length)
      noteSuppressed('lost-claim', await releaseLost(tx, candidates, candidates.map(claimOf)))
    wakeRelay(tx)
    return made
  }

  /**
   * The cache is a filter; PostgreSQL decides. A claim of another alert counts only if that alert is on record. The evaluator that made the
   * claim may have died before its commit, and its reading may be too old to be tried again.
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

/** A redelivered event makes the same alert. */
const toCandidate = ({ subscriptionId, reading }: Match, observations: ObservedRide[]): Candidate => {
  const { rideId, messageId, observedAt } = observations[reading] as ObservedRide
  const alertId = deriveIdAt(new Date(observedAt), subscriptionId, `${rideId}|${messageId}`)
  return { subscriptionId, reading, alertId }
}
