import type { Airport } from '@walkon/contracts/http/flights'
import airportList from './airport-list.json' with { type: 'json' }

/**
 * Airports with scheduled flights, for suggestions and for the day of a departure. Chosen from airportsdata 20260905 (MIT,
 * https://github.com/mborsetti/airportsdata). An airport that is not in it is asked of the provider all the same.
 */
type KnownAirport = Airport & { timezone: string; words: string }

const airports = new Map(
  airportList.map((row) => {
    const [code = '', city = '', name = '', country = '', timezone = ''] = row
    const known: KnownAirport = {
      code,
      city,
      name,
      country,
      timezone,
      words: toPlainWords(`${city} ${name}`),
    }
    return [code, known] as const
  }),
)

const MOST_SUGGESTED = 8

/** Where the day begins last on Earth. */
const LAST_ZONE = 'Etc/GMT+12'

/** A few airports: the one with this code, then those whose code begins so, then those with a word that does. */
export function suggestAirports(query: string): Airport[] {
  const words = toPlainWords(query)
  const code = query.trim().toUpperCase()
  const all = [...airports.values()]
  const found = [
    ...all.filter((airport) => airport.code === code),
    ...all.filter((airport) => airport.city !== '' && toPlainWords(airport.city).startsWith(words)),
    ...all.filter((airport) => airport.code.startsWith(code)),
    ...all.filter((airport) => ` ${airport.words}`.includes(` ${words}`)),
  ]
  return [...new Set(found)]
    .slice(0, MOST_SUGGESTED)
    .map(({ code: iata, name, city, country }) => ({ code: iata, name, city, country }))
}

/** The city of an airport; its code where we do not know it. */
export const cityOf = (code: string): string => airports.get(code)?.city ?? code

/** The zone in which a departure from there is dated. One that we do not know is over when the day is over everywhere. */
export const timezoneOf = (code: string): string => airports.get(code)?.timezone ?? LAST_ZONE

/** In lower case and without accents, as a visitor types it. */
function toPlainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
