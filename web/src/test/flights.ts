import type { Flight, FlightSearchResult, NewFlightAlert } from '@walkon/contracts/http/flights'
import { http, HttpResponse } from 'msw'
import { server } from './server.ts'

export const aFlight = (overrides: Partial<Flight> = {}): Flight => ({
  id: 'off_1',
  airline: 'Delta Air Lines',
  airlineCode: 'DL',
  airlineLogo: null,
  departureTime: '2027-03-01T09:40:00',
  arrivalTime: '2027-03-02T00:45:00',
  departure: 'BOS',
  arrival: 'MCO',
  durationMinutes: 185,
  stops: 0,
  returnLeg: null,
  priceCents: 31_240,
  currency: 'USD',
  bookingLink: 'https://www.google.com/travel/flights?q=Flights',
  expiresAt: new Date(Date.now() + 1_800_000).toISOString(),
  ...overrides,
})

export const found = (flights: Flight[], rest: Partial<FlightSearchResult> = {}) =>
  HttpResponse.json({ flights, unresolvedDestinations: [], failedDestinations: [], ...rest })

/** Flights' API at its wire: the answer of each airport, and the alerts that were set. */
export function serveFlights(answers: Record<string, () => Response | Promise<Response>> = {}) {
  const asked = { airports: [] as string[], alerts: [] as NewFlightAlert[] }
  server.use(
    http.get('*/api/flights/airports', () =>
      HttpResponse.json([
        { code: 'BOS', name: 'Logan International Airport', city: 'Boston', country: 'US' },
      ]),
    ),
    http.get('*/api/flights/search', ({ request }) => {
      const airport = new URL(request.url).searchParams.get('destinations') ?? ''
      asked.airports.push(airport)
      return answers[airport]?.() ?? found([])
    }),
    http.post('*/api/flights/alerts', async ({ request }) => {
      asked.alerts.push((await request.json()) as NewFlightAlert)
      return HttpResponse.json({ status: 'confirmation-sent' }, { status: 202 })
    }),
  )
  return asked
}
