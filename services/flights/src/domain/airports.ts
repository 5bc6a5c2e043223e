import { foldName } from '@walkon/contracts/folded-name'
import type { Airport } from '@walkon/contracts/http/flights'
import airportList from './airport-list.json' with { type: 'json' }
import { BUSIEST, CITY_AIRPORTS, OTHER_NAMES } from './airport-ranks.ts'

/**
 * Airports with scheduled flights, for suggestions and for the day of a departure. Chosen from airportsdata 20260905 (MIT,
 * https://github.com/mborsetti/airportsdata). An airport that is not in it is asked of the provider all the same.
 */
type KnownAirport = Airport & { timezone: string; cityWords: string; words: string }

const airports = new Map(
  airportList.map((row) => {
    const [code = '', city = '', name = '', country = '', timezone = ''] = row
    const known: KnownAirport = {
      code,
      city,
      name,
      country,
      timezone,
      cityWords: toPlainWords(city),
      words: toPlainWords(`${city} ${name}`),
    }
    return [code, known] as const
  }),
)

const ranks = new Map(BUSIEST.map((code, rank) => [code, rank]))
const rankOf = ({ code }: KnownAirport): number => ranks.get(code) ?? BUSIEST.length
const byTraffic = [...airports.values()].toSorted((one, other) => rankOf(one) - rankOf(other))

const MOST_SUGGESTED = 8

/** The zone in which a day begins last. */
const LAST_ZONE = 'Etc/GMT+12'

/** A few airports: the one with this code, then those of its city, then by city, code and words; of each kind the busiest first. */
export function suggestAirports(query: string): Airport[] {
  const typed = toPlainWords(query)
  const words = OTHER_NAMES[typed] ?? typed
  const code = query.trim().toUpperCase()
  const ofCity = CITY_AIRPORTS[code] ?? []
  const found = [
    ...byTraffic.filter((airport) => airport.code === code),
    ...ofCity.flatMap((each) => airports.get(each) ?? []),
    ...byTraffic.filter(({ cityWords }) => words !== '' && cityWords.startsWith(words)),
    ...byTraffic.filter((airport) => airport.code.startsWith(code)),
    ...byTraffic.filter((airport) => words !== '' && ` ${airport.words}`.includes(` ${words}`)),
  ]
  return [...new Set(found)]
    .slice(0, MOST_SUGGESTED)
    .map(({ code: iata, name, city, country }) => ({ code: iata, name, city, country }))
}

/** The city of an airport; its code where we do not know it. */
export const cityOf = (code: string): string => airports.get(code)?.city ?? code

/** The zone in which a departure from there is dated. One that we do not know is over when the day is over everywhere. */
export const timezoneOf = (code: string): string => airports.get(code)?.timezone ?? LAST_ZONE

/** The words of a name, folded as every search folds names; a slash and `saint` are no obstacle. */
function toPlainWords(text: string): string {
  return foldName(text.replaceAll(/[/,\p{Pd}]/gu, ' '))
    .replaceAll(/\bsaint\b/g, 'st')
    .trim()
}
