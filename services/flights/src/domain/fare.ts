import type { Flight, FlightLeg } from '@walkon/contracts/http/flights'
import type { Trip } from './trip.ts'

/** A flight that an airline offers at a price. */
export type Offer = {
  id: string
  airline: { name: string; code: string | null; hasLogo: boolean }
  outbound: FlightLeg
  inbound: FlightLeg | null
  /** In hundredths of the currency, of the whole trip. */
  priceCents: number
  currency: string
  /** An instant in ISO 8601. */
  expiresAt: string
}

/** An offer as it is kept for the next who asks. `foundAt` is an instant in ISO 8601. */
export type Fare = Offer & { foundAt: string }

/** The currency of alerts. A fare in another one meets no limit, because nothing here converts it. */
export const ALERT_CURRENCY = 'USD'

export const findCheapest = (fares: Fare[]): Fare | null =>
  fares
    .filter(({ currency }) => currency === ALERT_CURRENCY)
    .reduce<Fare | null>((least, fare) => (least && least.priceCents <= fare.priceCents ? least : fare), null)

/** A fare as the page shows it. */
export function toFlight(fare: Fare, trip: Trip): Flight {
  const { id, airline, outbound, inbound, priceCents, currency, expiresAt } = fare
  return {
    ...outbound,
    id,
    airline: airline.name,
    airlineCode: airline.code,
    airlineLogo: airline.code && airline.hasLogo ? `/api/flights/airlines/${airline.code}/logo` : null,
    returnLeg: inbound,
    priceCents,
    currency,
    bookingLink: toBookingLink(trip, fare),
    expiresAt,
  }
}

/** Google Flights, which reads a trip and a flight in words. Neither an affiliate's mark nor anything that follows the visitor. */
export function toBookingLink(
  { origin, destination, departureDate, returnDate }: Trip,
  { airline, outbound, inbound }: Pick<Offer, 'airline' | 'outbound' | 'inbound'>,
): string {
  const there = `on ${departureDate} departing ${timeOf(outbound)}`
  const back = returnDate ? ` returning ${returnDate}${inbound ? ` departing ${timeOf(inbound)}` : ''}` : ''
  const stops = Math.max(outbound.stops, inbound?.stops ?? 0)
  const words = `Flights from ${origin} to ${destination} ${there}${back} with ${airline.name} ${stopWords(stops)}`
  return `https://www.google.com/travel/flights?q=${encodeURIComponent(words)}&curr=USD&hl=en`
}

const timeOf = ({ departureTime }: FlightLeg): string => departureTime.slice(11, 16)

const stopWords = (stops: number): string =>
  stops === 0 ? 'nonstop' : `${stops} ${stops === 1 ? 'stop' : 'stops'} or fewer`
