import type { flightSearch, FlightSearchResult } from '@walkon/contracts/http/flights'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { toFlight } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import { findDateProblem, type Trip } from '../domain/trip.ts'
import type { FareSearch, Purchase } from './find-fares.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { datesRefused } from './refuse-dates.ts'

export type SearchDeps = {
  fares: FareSearch
  searchLimit: ClientLimit
  /** The searches of a day that may be bought for one client network. */
  purchaseLimit: ClientLimit
  now: () => Date
}

/**
 * The flights to several airports, searched for side by side. An airport that the provider does not know, or does not answer for, is
 * named and fails no other. Throws `flight-dates-invalid`, `flight-origin-unknown`, `flight-searches-spent`, `flight-searches-busy`,
 * `flight-search-failed` and `too-many-requests`.
 */
export async function searchFlights(
  { fares, searchLimit, purchaseLimit, now }: SearchDeps,
  { origin, destinations, departureDate, ...search }: Search,
  client: string,
): Promise<FlightSearchResult> {
  const returnDate = search.returnDate ?? null
  const problem = findDateProblem({ homeAirport: origin, departureDate, returnDate }, now())
  if (problem) throw datesRefused(problem)
  await searchLimit.admit(client)
  const answers = await Promise.all(
    destinations.map((destination) =>
      searchOne(
        fares,
        { origin, destination, departureDate, returnDate },
        { buyer: 'visitor', beforeBuying: () => purchaseLimit.admit(client) },
      ),
    ),
  )
  const of = (kind: Answer['kind']) =>
    answers.filter((answer) => answer.kind === kind).map(({ destination }) => destination)
  if (answers.every(({ kind }) => kind === 'busy')) throw searchesBusy()
  if (answers.every(({ kind }) => kind === 'failed' || kind === 'busy')) {
    throw new AppError('flight-search-failed', 'The provider of fares did not answer')
  }
  return {
    flights: answers
      .flatMap((answer) => (answer.kind === 'found' ? answer.flights : []))
      .toSorted((one, other) => one.priceCents - other.priceCents),
    unresolvedDestinations: of('unresolved'),
    failedDestinations: [...of('failed'), ...of('busy')],
  }
}

type Search = z.output<typeof flightSearch>

type Answer = { destination: string } & (
  | { kind: 'found'; flights: FlightSearchResult['flights'] }
  | { kind: 'unresolved' | 'failed' | 'busy' }
)

async function searchOne(fares: FareSearch, trip: Trip, purchase: Purchase): Promise<Answer> {
  const { origin, destination } = trip
  if (destination === origin) return { destination, kind: 'unresolved' }
  try {
    const found = await fares.find(trip, purchase)
    return { destination, kind: 'found', flights: found.map((fare) => toFlight(fare, trip)) }
  } catch (error) {
    if (!(error instanceof FareFailure)) throw error
    if (error.kind === 'unknown-origin')
      throw new AppError('flight-origin-unknown', `No airport is ${origin}`)
    if (error.kind === 'busy') return { destination, kind: 'busy' }
    return { destination, kind: error.kind === 'unknown-destination' ? 'unresolved' : 'failed' }
  }
}

/** The provider was not asked, and nothing is wrong: many search at once. */
const searchesBusy = () =>
  new AppError('flight-searches-busy', 'More searches wait than can be made. Please try again in a moment.', {
    retryAfterSeconds: 5,
    limit: 'flight-searches',
  })
