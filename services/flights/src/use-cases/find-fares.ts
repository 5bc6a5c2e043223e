import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { z } from 'zod'
import type { Duffel } from '../clients/duffel.ts'
import { spendSearch, type Buyer } from '../db/search-days.ts'
import { FRESH_MS } from '../domain/deal.ts'
import type { Fare, Offer } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import { toTripKey, type Trip } from '../domain/trip.ts'
import type { SearchTurns } from './search-turns.ts'

export type FareDeps = {
  db: Database
  cache: Cache
  duffel: Duffel
  turns: SearchTurns
  settings: {
    FLIGHT_SEARCHES_PER_DAY: number
    FARES_KEPT_SECONDS: number
    SEARCH_WAIT_SECONDS: number
    CHECK_WAIT_SECONDS: number
  }
  log: Log
  metrics: Metrics
  now: () => Date
}

/** The buyer of a search. `beforeBuying` counts it against the buyer's share, and throws where that is used up. */
export type Purchase = { buyer: Buyer; beforeBuying?: () => Promise<void> }

export type FareSearch = {
  /**
   * The fares of a trip, the cheapest first: of an equal search of the last minutes or under way, else of a new one. Throws a
   * `FareFailure`, or `flight-searches-spent`.
   */
  find(trip: Trip, purchase: Purchase): Promise<Fare[]>
}

/** The cached result of a search: its fares, or that the provider knows no such place. */
const kept = z.union([
  z.object({ fares: z.array(z.custom<Fare>()) }),
  z.object({ unknown: z.enum(['unknown-origin', 'unknown-destination']) }),
])
type Kept = z.output<typeof kept>

export function createFareSearch(deps: FareDeps): FareSearch {
  const { cache, settings, log, metrics } = deps
  const underWay = new Map<string, Promise<Kept>>()
  const searches = new Counter({
    name: 'flight_searches_total',
    help: 'Searches for fares, by who asked and what became of them',
    labelNames: ['buyer', 'outcome'],
    registers: [metrics],
  })

  async function searchAnew(trip: Trip, purchase: Purchase): Promise<Kept> {
    const { buyer } = purchase
    const count = (outcome: string) => searches.inc({ buyer, outcome })
    try {
      const offers = await buySearch(deps, trip, purchase)
      count('found')
      const foundAt = deps.now().toISOString()
      return { fares: offers.map((offer) => ({ ...offer, foundAt })) }
    } catch (error) {
      if (!(error instanceof FareFailure)) {
        count(error instanceof AppError ? 'refused-by-cap' : 'failed')
        throw error
      }
      count(error.kind)
      if (error.kind === 'misconfigured')
        log.error({ err: error }, 'the provider of fares refuses our requests')
      if (error.kind === 'unknown-origin' || error.kind === 'unknown-destination')
        return { unknown: error.kind }
      throw error
    }
  }

  async function searchAndKeep(trip: Trip, key: string, purchase: Purchase): Promise<Kept> {
    const known = await readKept(cache, key, { now: deps.now(), oldestMs: OLDEST_KEPT_MS[purchase.buyer] })
    if (known) {
      searches.inc({ buyer: purchase.buyer, outcome: 'kept' })
      return known
    }
    const found = await searchAnew(trip, purchase)
    // A cache that is away costs a search more, and no answer.
    const seconds = settings.FARES_KEPT_SECONDS
    if (seconds > 0) await cache.set(key, JSON.stringify(found), seconds).catch(() => {})
    return found
  }

  return {
    async find(trip, purchase) {
      const { buyer } = purchase
      const key = `fares-found:${toTripKey(trip)}`
      const joined = underWay.get(key)
      if (joined) searches.inc({ buyer, outcome: 'joined' })
      const search = joined ?? searchAndKeep(trip, key, purchase)
      if (!joined) {
        underWay.set(key, search)
        const forget = () => underWay.delete(key)
        search.then(forget, forget)
      }
      const found = await search
      if ('unknown' in found) throw new FareFailure(found.unknown, 'The provider knows no such place')
      return found.fares
    },
  }
}

/** A check tells what it finds, so that a price of it has some minutes before it is too old to be told. */
const OLDEST_KEPT_MS: Record<Buyer, number> = { visitor: Infinity, check: FRESH_MS / 2 }

/** Reads a kept search without the offers that have expired since. If all have expired, the search is unknown again. */
async function readKept(
  cache: Cache,
  key: string,
  { now, oldestMs }: { now: Date; oldestMs: number },
): Promise<Kept | null> {
  const text = await cache.get(key).catch(() => null)
  if (text === null) return null
  const known = kept.parse(JSON.parse(text))
  if ('unknown' in known || known.fares.length === 0) return known
  const fares = known.fares.filter(
    ({ expiresAt, foundAt }) =>
      Date.parse(expiresAt) > now.getTime() && now.getTime() - Date.parse(foundAt) <= oldestMs,
  )
  return fares.length === 0 ? null : { fares }
}

/** The one place that spends money: it waits for the provider's rate, counts the search against the cap, then makes it. */
async function buySearch(
  { db, duffel, turns, settings, now }: FareDeps,
  trip: Trip,
  { buyer, beforeBuying }: Purchase,
): Promise<Offer[]> {
  const [lane, waitSeconds] =
    buyer === 'visitor'
      ? (['urgent', settings.SEARCH_WAIT_SECONDS] as const)
      : (['background', settings.CHECK_WAIT_SECONDS] as const)
  const patience = AbortSignal.timeout(waitSeconds * 1_000)
  try {
    await turns.take(lane, patience)
  } catch (error) {
    if (!patience.aborted) throw error
    throw new FareFailure('busy', 'Too many searches are waiting', { cause: error })
  }
  await beforeBuying?.()
  const at = now()
  const cap = settings.FLIGHT_SEARCHES_PER_DAY
  if (!(await spendSearch(db, { buyer, now: at, cap }))) throw searchesSpent(at)
  try {
    return await duffel.search(trip, new AbortController().signal)
  } catch (error) {
    if (error instanceof FareFailure && error.kind === 'rate-limited') await turns.pause(error.retryAfterMs)
    throw error
  }
}

const DAY_SECONDS = 86_400

function searchesSpent(now: Date): AppError {
  const seconds = Math.ceil(now.getTime() / 1_000)
  return new AppError(
    'flight-searches-spent',
    'The searches of today are spent. They begin anew at midnight UTC.',
    {
      retryAfterSeconds: DAY_SECONDS - (seconds % DAY_SECONDS),
    },
  )
}
