import { airportList, airportQuery, flightSearch, flightSearchResult } from '@walkon/contracts/http/flights'
import { problems } from '@walkon/contracts/http/problem'
import type { HttpApp } from '@walkon/service/http'
import { suggestAirports } from '../domain/airports.ts'
import { searchFlights, type SearchDeps } from '../use-cases/search-flights.ts'

/** Flights, and the airports to fly from. */
export async function searchRoutes(app: HttpApp, deps: SearchDeps): Promise<void> {
  app.get(
    '/search',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Search for flights to some airports',
        operationId: 'searchFlights',
        tags: ['flights'],
        success: 'The flights, the cheapest first; airports that are unknown or gave no answer are named.',
        querystring: flightSearch,
        response: {
          200: flightSearchResult,
          ...problems(
            'flight-dates-invalid',
            'flight-origin-unknown',
            'flight-search-failed',
            'flight-searches-spent',
            'too-many-requests',
            'flight-searches-busy',
          ),
        },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return searchFlights(deps, request.query, request.ip)
    },
  )

  app.get(
    '/airports',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Suggest airports by code, city or name',
        operationId: 'suggestAirports',
        tags: ['airports'],
        success:
          'A few airports, the best match first. An airport that is missing can be searched from all the same.',
        querystring: airportQuery,
        response: { 200: airportList },
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'public, max-age=3600')
      return suggestAirports(request.query.query)
    },
  )
}
