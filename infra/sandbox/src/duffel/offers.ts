import { createHash } from 'node:crypto'
import { draw } from '../simulation/draw.ts'
import type { FlightSearch } from '../state/fares.ts'
import { toAirline } from './airlines.ts'
import { journeysOf, type Flight, type Journey } from './itineraries.ts'
import { airportOf, type Airport, type City } from './places.ts'

/** Half an hour, as airlines commonly give. */
const OFFER_LIFE_MS = 30 * 60_000

export type Trip = FlightSearch & { from: Airport | City; to: Airport | City }
export type Offer = ReturnType<typeof toOffer>

/** The offers of a search, the cheapest first. The same search gives the same ones for as long as the fare of the day stays. */
export function offersOf(seed: string, trip: Trip, pinnedCents: number | null): Offer[] {
  const { departDate, returnDate, maxConnections } = trip
  const [from, to] = [airportOf(trip.from), airportOf(trip.to)]
  const there = journeysOf(seed, { from, to, date: departDate, maxConnections })
  const back = returnDate ? journeysOf(seed, { from: to, to: from, date: returnDate, maxConnections }) : null
  const trips = there.flatMap((journey, index) => {
    if (!back) return [[journey]]
    const home =
      back.find(({ airline }) => airline.code === journey.airline.code) ?? back[index % back.length]
    return home ? [[journey, home]] : []
  })
  const priced = trips
    .map((journeys, index) => ({ journeys, cents: centsOf(seed, trip, journeys, index) }))
    .toSorted((one, other) => one.cents - other.cents)
  const least = priced[0]?.cents ?? 0
  // A pinned fare is the cheapest, and the others keep their distance to it.
  const shift = pinnedCents === null ? 0 : pinnedCents - least
  return priced.map(({ journeys, cents }, index) => toOffer(trip, journeys, cents + shift, index))
}

/** The fares of the simulation for a trip: by distance, airline and day of search, so that fares fall and rise. */
function centsOf(seed: string, trip: Trip, journeys: Journey[], index: number): number {
  const searchedOn = trip.searchedAt.toISOString().slice(0, 10)
  const kilometres = journeys
    .flatMap(({ flights }) => flights)
    .reduce((sum, flight) => sum + flight.kilometres, 0)
  const base = 4_500 * journeys.length + kilometres * 5.2
  const factor = journeys[0]?.airline.factor ?? 1
  const ofDay = 0.85 + 0.3 * draw(seed, 'fare', trip.origin, trip.destination, trip.departDate, searchedOn)
  const ofOffer = 0.9 + 0.35 * draw(seed, 'offer', trip.origin, trip.destination, trip.departDate, index)
  return Math.round((base * factor * ofDay * ofOffer) / 100) * 100 + 30
}

function toOffer(trip: Trip, journeys: Journey[], cents: number, index: number) {
  const idOf = (kind: string, ...about: (string | number)[]) => toId(kind, trip.id, index, ...about)
  const airline = journeys[0] ? toAirline(journeys[0].airline) : null
  if (!airline) throw new Error('An offer has at least one journey')
  const taxCents = Math.round(cents * 0.16)
  const madeAt = trip.searchedAt.toISOString()
  const passengerId = toId('pas', trip.id)
  return {
    id: idOf('off'),
    live_mode: false,
    partial: false,
    created_at: madeAt,
    updated_at: madeAt,
    expires_at: new Date(trip.searchedAt.getTime() + OFFER_LIFE_MS).toISOString(),
    total_amount: toAmount(cents),
    total_currency: 'USD',
    base_amount: toAmount(cents - taxCents),
    base_currency: 'USD',
    tax_amount: toAmount(taxCents),
    tax_currency: 'USD',
    total_emissions_kg: String(
      Math.round(
        journeys.flatMap(({ flights }) => flights).reduce((sum, each) => sum + each.kilometres, 0) * 0.09,
      ),
    ),
    owner: airline,
    passengers: [{ id: passengerId, type: 'adult' as const, age: null, fare_type: null }],
    passenger_identity_documents_required: false,
    supported_passenger_identity_document_types: [],
    supported_loyalty_programmes: [],
    private_fares: [],
    payment_requirements: {
      requires_instant_payment: true,
      payment_required_by: null,
      price_guarantee_expires_at: null,
    },
    conditions: { change_before_departure: null, refund_before_departure: null },
    slices: journeys.map((journey, at) =>
      toSlice(journey, passengerId, (kind, ...about) => idOf(kind, at, ...about)),
    ),
  }
}

type IdOf = (kind: string, ...about: (string | number)[]) => string

function toSlice({ airline, flights, minutes }: Journey, passengerId: string, idOf: IdOf) {
  const [first, last] = [flights[0], flights.at(-1)]
  if (!first || !last) throw new Error('A journey has at least one flight')
  return {
    id: idOf('sli'),
    origin: first.from,
    origin_type: 'airport' as const,
    destination: last.to,
    destination_type: 'airport' as const,
    duration: toDuration(minutes),
    fare_brand_name: 'Basic',
    comparison_key: idOf('cmp'),
    ngs_shelf: null,
    conditions: {
      change_before_departure: null,
      refund_before_departure: null,
      advance_seat_selection: null,
      priority_check_in: null,
      priority_boarding: null,
    },
    segments: flights.map((flight, at) =>
      toSegment(flight, toAirline(airline), passengerId, idOf('seg', at)),
    ),
  }
}

function toSegment(flight: Flight, carrier: ReturnType<typeof toAirline>, passengerId: string, id: string) {
  return {
    id,
    origin: flight.from,
    origin_terminal: null,
    destination: flight.to,
    destination_terminal: null,
    departing_at: flight.departingAt,
    arriving_at: flight.arrivingAt,
    duration: toDuration(flight.minutes),
    distance: `${flight.kilometres}.0`,
    marketing_carrier: carrier,
    marketing_carrier_flight_number: flight.number,
    operating_carrier: carrier,
    operating_carrier_flight_number: flight.number,
    aircraft: { id: 'arc_sandbox', iata_code: '32N', name: 'Airbus A320neo' },
    stops: flight.stopsAt
      ? [
          {
            id: toId('sto', id),
            airport: flight.stopsAt,
            arriving_at: flight.departingAt,
            departing_at: flight.departingAt,
            duration: 'PT1H',
          },
        ]
      : [],
    passengers: [
      {
        passenger_id: passengerId,
        cabin_class: 'economy' as const,
        cabin_class_marketing_name: 'Economy',
        fare_basis_code: 'Y20LGTN2',
        cabin: null,
        baggages: [{ type: 'carry_on' as const, quantity: 1 }],
      },
    ],
  }
}

/** Looks like Duffel's, and is the same for the same arguments. */
export const toId = (kind: string, ...about: (string | number)[]): string =>
  `${kind}_0000${createHash('sha256').update(about.join('|')).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 18)}`

const toAmount = (cents: number) => (cents / 100).toFixed(2)

const toDuration = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
