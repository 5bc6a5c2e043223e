import { Temporal } from 'temporal-polyfill'
import { draw, drawInt } from '../simulation/draw.ts'
import { airlinesBetween, type AirlineRow } from './airlines.ts'
import { findAirport, type Airport } from './places.ts'

/** The simulated flights of one day between two airports, always the same for the same seed. */

export type Flight = {
  from: Airport
  to: Airport
  /** Local times of the airports, without an offset. */
  departingAt: string
  arrivingAt: string
  minutes: number
  kilometres: number
  number: string
  /** A technical stop without a change of plane. */
  stopsAt: Airport | null
}

/** One direction of a trip: its flights in order. */
export type Journey = { airline: AirlineRow; flights: Flight[]; minutes: number }

/** Routes of Duffel's test mode that always have the same kind of answer. */
export const isTestRoute = {
  noFlights: (from: string, to: string) => from === 'PVD' && to === 'RAI',
  connections: (from: string, to: string) => from === 'LHR' && to === 'DXB',
  timeOut: (from: string, to: string) => from === 'STN' && to === 'LHR',
  stop: (from: string, to: string) => from === 'DXB' && to === 'AMS',
}

const FLIGHTS_A_DAY = 14
const CRUISE_KM_PER_MINUTE = 13.3
const GROUND_MINUTES = 45

export type Day = { from: Airport; to: Airport; date: string; maxConnections: number }

export function journeysOf(seed: string, { from, to, date, maxConnections }: Day): Journey[] {
  if (isTestRoute.noFlights(from.iata_code, to.iata_code)) return []
  const airlines = airlinesBetween(from.iata_country_code, to.iata_country_code)
  return Array.from({ length: FLIGHTS_A_DAY }, (_, index) => {
    const airline = airlines[index % airlines.length]
    if (!airline) throw new Error('Nobody flies there')
    const about = [from.iata_code, to.iata_code, date, index] as const
    const hub = isDirect(seed, about, from, to) ? null : hubOf(airline, from, to)
    const minutes = drawInt(5 * 60, 21 * 60, seed, 'departure', ...about)
    const departure = Temporal.PlainDate.from(date)
      .toZonedDateTime(from.time_zone)
      .add({ minutes: minutes - (minutes % 5) })
    return toJourney(airline, hub ? [from, hub, to] : [from, to], departure, (leg) =>
      String(drawInt(100, 2999, seed, 'number', leg, ...about)),
    )
  }).filter(({ flights }) => flights.length - 1 <= maxConnections)
}

function isDirect(seed: string, about: readonly (string | number)[], from: Airport, to: Airport): boolean {
  if (isTestRoute.connections(from.iata_code, to.iata_code)) return false
  return draw(seed, 'direct', ...about) < (kilometresBetween(from, to) > 9_000 ? 0.2 : 0.55)
}

function hubOf({ hub }: AirlineRow, from: Airport, to: Airport): Airport | null {
  const code = [hub, 'JFK', 'FRA'].find((each) => each !== from.iata_code && each !== to.iata_code)
  return code ? findAirport(code) : null
}

function toJourney(
  airline: AirlineRow,
  stations: Airport[],
  departure: Temporal.ZonedDateTime,
  numberOf: (leg: number) => string,
): Journey {
  const flights: Flight[] = []
  let at = departure
  for (const [leg, from] of stations.slice(0, -1).entries()) {
    const to = stations[leg + 1]
    if (!to) break
    const kilometres = kilometresBetween(from, to)
    const stopsAt = isTestRoute.stop(from.iata_code, to.iata_code) ? findAirport('FRA') : null
    const minutes = Math.round(GROUND_MINUTES + kilometres / CRUISE_KM_PER_MINUTE) + (stopsAt ? 60 : 0)
    const arrival = at.add({ minutes }).withTimeZone(to.time_zone)
    flights.push({
      from,
      to,
      departingAt: localTime(at),
      arrivingAt: localTime(arrival),
      minutes,
      kilometres,
      number: numberOf(leg),
      stopsAt,
    })
    at = arrival.add({ minutes: 75 })
  }
  const minutes = flights.reduce((sum, flight) => sum + flight.minutes, (flights.length - 1) * 75)
  return { airline, flights, minutes }
}

const localTime = (at: Temporal.ZonedDateTime) => at.toPlainDateTime().toString({ smallestUnit: 'second' })

const EARTH_KM = 6_371

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Along a great circle. */
export function kilometresBetween(one: Airport, other: Airport): number {
  const [lat1, lat2] = [radians(one.latitude), radians(other.latitude)]
  const half =
    Math.sin((lat2 - lat1) / 2) ** 2 +
    Math.cos(lat1) * Math.cos(lat2) * Math.sin(radians(other.longitude - one.longitude) / 2) ** 2
  return Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(half)))
}
