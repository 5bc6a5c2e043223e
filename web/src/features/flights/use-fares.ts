import type { Flight } from '@walkon/contracts/http/flights'
import { useQueries } from '@tanstack/react-query'
import { ApiError } from '../../lib/api.ts'
import { faresQuery } from './queries.ts'
import { airportsFor, type WholeTrip } from './trip.ts'

/** How far the search of one airport has come. */
export type AirportSearch = {
  airport: string
  /** `home`: the trip starts there, so nothing is searched. */
  state: 'waiting' | 'answered' | 'home' | 'unresolved' | 'failed'
  count: number
}

/** The flights that have come so far, and the state of each airport. */
export function useFares(trip: WholeTrip) {
  const airports = airportsFor(trip)
  const searches = useQueries({
    queries: airports.map((airport) => ({ ...faresQuery(trip, airport), enabled: airport !== trip.from })),
  })
  const byAirport = airports.map((airport, index): AirportSearch => {
    if (airport === trip.from) return { airport, state: 'home', count: 0 }
    const search = searches[index]
    if (!search || search.isPending) return { airport, state: 'waiting', count: 0 }
    if (search.isError) return { airport, state: 'failed', count: 0 }
    const { flights, unresolvedDestinations } = search.data
    return {
      airport,
      state: unresolvedDestinations.includes(airport) ? 'unresolved' : 'answered',
      count: flights.length,
    }
  })
  const errors = searches.flatMap(({ error }) => error ?? [])
  const asked = byAirport.filter(({ state }) => state !== 'home').length
  const flights: Flight[] = searches.flatMap(({ data }) => data?.flights ?? [])
  return {
    byAirport,
    flights,
    isSearching: byAirport.some(({ state }) => state === 'waiting'),
    /** Why nothing was found, once every airport has failed. A refusal of the trip itself comes first. */
    failure: errors.length === asked ? (errors.find(isRefusal) ?? errors[0] ?? null) : null,
    again: () => searches.forEach((search) => void search.refetch()),
    retry: () => searches.filter(({ isError }) => isError).forEach((search) => void search.refetch()),
  }
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status < 500
