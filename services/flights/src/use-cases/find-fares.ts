import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import { Counter } from 'prom-client'
import { z } from 'zod'
import type { Duffel } from '../clients/duffel.ts'
import { spendSearch, type Buyer } from '../db/search-days.ts'
import type { Fare } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import { toTripKey, type Trip } from '../domain/trip.ts'
import type { SearchTurns } from './search-turns.ts'

export type FareDeps = {
  db: Database
  cache: Cache
  duffel: Duffel
  turns: SearchTurns
  settings: { FLIGHT_SEARCHES_PER_DAY: number; FARES_KEPT_SECONDS: number; SEARCH_WAIT_SECONDS: number }
  log: Log
  metrics: Metrics
  now: () => Date
}

export type FareSearch = {
  /**
   * The fares of a trip, the cheapest first: those of an equal search of the last minutes, or of one that is under way, else of a new one.
   * Throws a `FareFailure`, or `flight-searches-spent`.
   */
  find(trip: Trip, buyer: Buyer): Promise<Fare[]>
}

/** What is kept of a search: its fares, or that the provider knows no such place. */
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

  async function searchAnew(trip: Trip, buyer: Buyer): Promise<Kept> {
    const count = (outcome: string) => searches.inc({ buyer, outcome })
    try {
      const fares = await buySearch(deps, trip, buyer)
      count('found')
      return { fares }
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

  async function searchAndKeep(trip: Trip, key: string, buyer: Buyer): Promise<Kept> {
    const known = await readKept(cache, key)
    if (known) {
      searches.inc({ buyer, outcome: 'kept' })
      return known
    }
    const found = await searchAnew(trip, buyer)
    // A cache that is away costs a search more, and no answer.
    const seconds = settings.FARES_KEPT_SECONDS
    if (seconds > 0) await cache.set(key, JSON.stringify(found), seconds).catch(() => {})
    return found
  }

  return {
    async find(trip, buyer) {
      const key = `fares:${toTripKey(trip)}`
      const joined = underWay.get(key)
      if (joined) searches.inc({ buyer, outcome: 'joined' })
      const search = joined ?? searchAndKeep(trip, key, buyer)
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

async function readKept(cache: Cache, key: string): Promise<Kept | null> {
  const text = await cache.get(key).catch(() => null)
  return text === null ? null : kept.parse(JSON.parse(text))
}

/** A check has the day. */
const CHECK_WAIT_SECONDS = 90

/** The one place that spends money: it waits for the provider's rate, counts the search against the cap, then makes it. */
async function buySearch(
  { db, duffel, turns, settings, now }: FareDeps,
  trip: Trip,
  buyer: Buyer,
): Promise<Fare[]> {
  const [lane, waitSeconds] =
    buyer === 'visitor'
      ? (['urgent', settings.SEARCH_WAIT_SECONDS] as const)
      : (['background', CHECK_WAIT_SECONDS] as const)
  const patience = AbortSignal.timeout(waitSeconds * 1_000)
  try {
    await turns.take(lane, patience)
  } catch (error) {
    if (!patience.aborted) throw error
    throw new FareFailure('rate-limited', 'Too many searches are waiting', { cause: error })
  }
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
