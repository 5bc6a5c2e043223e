import { z } from 'zod'
import airportList from './airport-list.json' with { type: 'json' }

/** The places of Duffel, as its API shows them. The list is from airportsdata 20260905 (MIT). */

const row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.number(), z.number()])

/** City codes that stand for several airports. */
const CITIES: Record<string, string[]> = {
  CHI: ['ORD', 'MDW'],
  LON: ['LHR', 'LGW', 'STN', 'LTN', 'LCY'],
  NYC: ['JFK', 'LGA', 'EWR'],
  PAR: ['CDG', 'ORY'],
  TYO: ['HND', 'NRT'],
  WAS: ['IAD', 'DCA', 'BWI'],
}

const cityCodes = new Map(
  Object.entries(CITIES).flatMap(([city, airports]) => airports.map((airport) => [airport, city])),
)

const airports = new Map(
  airportList.map((each) => toAirport(row.parse(each))).map((one) => [one.iata_code, one]),
)

export type Airport = ReturnType<typeof toAirport>
export type City = ReturnType<typeof toCity>

export const findAirport = (code: string): Airport | null => airports.get(code) ?? null

/** The place of a code in an offer request; null for one that Duffel does not know. */
export function findPlace(code: string): Airport | City | null {
  return findAirport(code) ?? (CITIES[code] ? toCity(code, CITIES[code]) : null)
}

/** The airport from which a simulated flight to or from a place goes. */
export function airportOf(place: Airport | City): Airport {
  if (place.type === 'airport') return place
  const [first] = place.airports
  if (!first) throw new Error(`${place.iata_code} has no airport`)
  return first
}

/** Places whose code, city or name begins so, codes first. */
export function suggestPlaces(query: string): (Airport | City)[] {
  const asked = query.toLowerCase()
  const cities = Object.keys(CITIES).map((code) => toCity(code, CITIES[code] ?? []))
  const byCode = [...cities, ...airports.values()].filter((place) => place.iata_code.toLowerCase() === asked)
  const byName = [...airports.values()].filter(({ city_name, name }) =>
    [city_name, name].some((text) => text.toLowerCase().startsWith(asked)),
  )
  return [...new Set([...byCode, ...byName])].slice(0, 20)
}

function toAirport([code, city, name, country, timezone, latitude, longitude]: z.output<typeof row>) {
  return {
    id: `arp_${code.toLowerCase()}_${country.toLowerCase()}`,
    type: 'airport' as const,
    iata_code: code,
    icao_code: `Z${code}`,
    iata_country_code: country,
    iata_city_code: cityCodes.get(code) ?? code,
    city_name: city,
    city: null,
    name,
    time_zone: timezone,
    latitude,
    longitude,
  }
}

function toCity(code: string, codes: string[]) {
  const members = codes.flatMap((each) => airports.get(each) ?? [])
  const name = members[0]?.city_name ?? code
  const country = members[0]?.iata_country_code ?? ''
  return {
    id: `cit_${code.toLowerCase()}_${country.toLowerCase()}`,
    type: 'city' as const,
    iata_code: code,
    iata_country_code: country,
    name,
    time_zone: null,
    airports: members,
  }
}
