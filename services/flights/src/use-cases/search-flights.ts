import type { flightSearch, FlightSearchResult } from '@walkon/contracts/http/flights'
import { AppError } from '@walkon/service/errors'
import type { z } from 'zod'
import { toFlight } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import { findDateProblem, type Trip } from '../domain/trip.ts'
import type { FareSearch } from './find-fares.ts'
import type { ClientLimit } from '@walkon/service/client-limit'
import { datesRefused } from './refuse-dates.ts'

export type SearchDeps = { fares: FareSearch; searchLimit: ClientLimit; now: () => Date }

/**
 * The flights to several airports, searched for side by side. An airport that the provider does not know, or does not answer for, is
 * named and fails no other. Throws `flight-dates-invalid`, `flight-origin-unknown`, `flight-searches-spent`, `flight-search-failed` and
 * `too-many-requests`.
 */
export async function searchFlights(
  { fares, searchLimit, now }: SearchDeps,
  { origin, destinations, departureDate, ...search }: Search,
  client: string,
): Promise<FlightSearchResult> {
  const returnDate = search.returnDate ?? null
  const problem = findDateProblem({ homeAirport: origin, departureDate, returnDate }, now())
  if (problem) throw datesRefused(problem)
  await searchLimit.admit(client)
  const answers = await Promise.all(
    destinations.map((destination) => searchOne(fares, { origin, destination, departureDate, returnDate })),
  )
  const of = (kind: Answer['kind']) =>
    answers.filter((answer) => answer.kind === kind).map(({ destination }) => destination)
  if (answers.every(({ kind }) => kind === 'failed')) {
    throw new AppError('flight-search-failed', 'The provider of fares did not answer')
  }
  return {
    flights: answers
      .flatMap((answer) => (answer.kind === 'found' ? answer.flights : []))
      .toSorted((one, other) => one.priceCents - other.priceCents),
    unresolvedDestinations: of('unresolved'),
    failedDestinations: of('failed'),
  }
}

type Search = z.output<typeof flightSearch>

type Answer = { destination: string } & (
  | { kind: 'found'; flights: FlightSearchResult['flights'] }
  | { kind: 'unresolved' | 'failed' }
)

async function searchOne(fares: FareSearch, trip: Trip): Promise<Answer> {
  const { origin, destination } = trip
  if (destination === origin) return { destination, kind: 'unresolved' }
  try {
    const found = await fares.find(trip, 'visitor')
    return { destination, kind: 'found', flights: found.map((fare) => toFlight(fare, trip)) }
  } catch (error) {
    if (!(error instanceof FareFailure)) throw error
    if (error.kind === 'unknown-origin')
      throw new AppError('flight-origin-unknown', `No airport is ${origin}`)
    return { destination, kind: error.kind === 'unknown-destination' ? 'unresolved' : 'failed' }
  }
}
