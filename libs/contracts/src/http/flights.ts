import { z } from 'zod/mini'
import { emailAddress } from '../email-address.ts'
import { instant, pageAddress } from '../values.ts'

/** flights' API, under `/api/flights` (companion, sections 2, 3 and 7). */

/** The destinations and their airports (companion, section 3). */
export const DESTINATIONS = {
  'disney-world': { name: 'Disney World (Florida)', airports: ['MCO', 'SFB', 'TPA'] },
  disneyland: { name: 'Disneyland (California)', airports: ['SNA', 'LAX', 'LGB', 'ONT', 'BUR'] },
  'disneyland-paris': { name: 'Disneyland Paris', airports: ['CDG', 'ORY'] },
  'tokyo-disney': { name: 'Tokyo Disney', airports: ['HND', 'NRT'] },
  'hong-kong-disney': { name: 'Hong Kong Disney', airports: ['HKG'] },
  'shanghai-disney': { name: 'Shanghai Disney', airports: ['PVG', 'SHA'] },
} as const satisfies Record<string, { name: string; airports: readonly string[] }>

export type DestinationPark = keyof typeof DESTINATIONS
export const DESTINATION_PARKS = Object.keys(DESTINATIONS) as [DestinationPark, ...DestinationPark[]]

export const destinationPark = z.enum(DESTINATION_PARKS)

export const airportsOf = (park: DestinationPark): readonly string[] => DESTINATIONS[park].airports

/** Limit of active alerts per address. */
export const MAX_ALERTS_PER_ADDRESS = 10
/** How far ahead airlines sell their seats. */
export const MAX_FLIGHT_DAYS_AHEAD = 330
/** In whole dollars. */
export const HIGHEST_MAX_PRICE = 100_000

/** The IATA code of an airport or a city. */
export const airportCode = z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/))

/** A calendar day of the airport of departure, `yyyy-mm-dd`. */
const flightDate = z.iso.date()

/** `GET /api/flights/airports?query=`: a few airports whose code, city or name begins so. */
export const airportQuery = z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)) })
export const airport = z.object({
  code: z.string(),
  name: z.string(),
  city: z.string(),
  /** ISO 3166. */
  country: z.string(),
})
export type Airport = z.output<typeof airport>
export const airportList = z.array(airport)

/** The most airports of one search; the largest destination has fewer. */
export const MAX_AIRPORTS = 6

/** `GET /api/flights/search`; `destinations` are airport codes, separated by commas. */
export const flightSearch = z.object({
  origin: airportCode,
  destinations: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => [...new Set(text.split(','))]),
    ),
    z.array(airportCode).check(z.minLength(1), z.maxLength(MAX_AIRPORTS)),
  ),
  departureDate: flightDate,
  returnDate: z.optional(flightDate),
})

/** One direction of a flight. Times are the airports' own, `yyyy-mm-ddThh:mm:ss` without an offset. */
const leg = z.object({
  departureTime: z.string(),
  arrivalTime: z.string(),
  departure: z.string(),
  arrival: z.string(),
  /** Null where the provider does not say it. */
  durationMinutes: z.nullable(z.int()),
  /** Changes of plane and technical stops. 0 is a direct flight. */
  stops: z.int(),
})

/** A flight with the price of the whole trip, there and back where a return was asked for. */
export const flight = z.extend(leg, {
  id: z.string(),
  airline: z.string(),
  /** The IATA code; null for an airline without one. */
  airlineCode: z.nullable(z.string()),
  /** A path of our own site; null where the provider has no logo. */
  airlineLogo: z.nullable(z.string()),
  returnLeg: z.nullable(leg),
  /** In hundredths of the currency, also where it has no cents. */
  priceCents: z.int(),
  /** ISO 4217. The provider's; it is not converted. */
  currency: z.string(),
  /** Google Flights, by the words of the trip. */
  bookingLink: pageAddress,
  /** Until then the airline offers this price. */
  expiresAt: instant,
})
export type FlightLeg = z.output<typeof leg>
export type Flight = z.output<typeof flight>

export const flightSearchResult = z.object({
  flights: z.array(flight),
  /** Airports that the provider does not know. */
  unresolvedDestinations: z.array(z.string()),
  /** Airports about which the provider gave no answer this time. */
  failedDestinations: z.array(z.string()),
})
export type FlightSearchResult = z.output<typeof flightSearchResult>

export const airlineParams = z.object({ code: z.string().check(z.regex(/^[A-Z0-9]{2}$/)) })

/** `POST /api/flights/alerts`: mail when the cheapest fare is at or below a price. */
export const newFlightAlert = z.object({
  homeAirport: airportCode,
  destinationPark,
  /** One airport of the destination; null for all of them. */
  airport: z.prefault(z.nullable(airportCode), null),
  email: emailAddress,
  /** In whole US dollars, of the whole trip. */
  maxPrice: z.int().check(z.minimum(1), z.maximum(HIGHEST_MAX_PRICE)),
  departureDate: flightDate,
  returnDate: z.prefault(z.nullable(flightDate), null),
})
export type NewFlightAlert = z.input<typeof newFlightAlert>

/** 202. `active` where the request proves the address, else `confirmation-sent`. */
export const flightAlertReceipt = z.object({ status: z.enum(['active', 'confirmation-sent']) })
export type FlightAlertReceipt = z.output<typeof flightAlertReceipt>

/** `POST /api/flights/alerts/link` and `/confirm`: the token of a mailed link. */
export const flightAlertLink = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

/** The trip that an alert watches. */
const watched = {
  homeAirport: z.string(),
  destinationPark,
  airport: z.nullable(z.string()),
  maxPrice: z.int(),
  departureDate: flightDate,
  returnDate: z.nullable(flightDate),
}
export const linkedFlightAlert = z.object({ ...watched, email: z.string(), isConfirmed: z.boolean() })
export type LinkedFlightAlert = z.output<typeof linkedFlightAlert>

/** `GET /api/flights/alerts` */
export const flightAlert = z.object({
  id: z.uuid(),
  ...watched,
  email: z.string(),
  /** `waiting`: its address is not confirmed. `left`: the address left the list. `past`: the departure is over. */
  status: z.enum(['active', 'waiting', 'past', 'left']),
  createdAt: instant,
  /** When the fares were looked at last. */
  checkedAt: z.nullable(instant),
  /** The price of the last mail. */
  toldCents: z.nullable(z.int()),
  /** The cheapest fare of each day that was looked at, the oldest first, in US cents. */
  prices: z.array(z.object({ date: z.iso.date(), cents: z.int() })),
})
export type FlightAlert = z.output<typeof flightAlert>
export const flightAlertParams = z.object({ alertId: z.uuid() })
