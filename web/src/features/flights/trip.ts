import { airportsOf, DESTINATION_PARKS, type DestinationPark } from '@walkon/contracts/http/flights'

/** A search, as it stands in the address of the page. Nothing personal. */
export type Trip = {
  from: string
  to: DestinationPark | ''
  /** One airport of the destination; empty for all. */
  airport: string
  depart: string
  return: string
}

export type WholeTrip = Omit<Trip, 'to'> & { to: DestinationPark }

const DATE = /^\d{4}-\d\d-\d\d$/

/** Reads a trip. An unreadable part counts as missing. */
export function readTrip(params: URLSearchParams): Trip {
  const get = (name: string) => params.get(name) ?? ''
  const to = DESTINATION_PARKS.find((park) => park === get('to')) ?? ''
  return {
    from: toCode(get('from')),
    to,
    airport: to !== '' && airportsOf(to).includes(get('airport')) ? get('airport') : '',
    depart: DATE.test(get('depart')) ? get('depart') : '',
    return: DATE.test(get('return')) ? get('return') : '',
  }
}

/** Writes a trip for the address, without its empty parts. */
export const toParams = (trip: Trip): URLSearchParams =>
  new URLSearchParams(Object.entries(trip).filter(([, value]) => value !== ''))

/** At most three letters, upper-cased as they are typed (companion, section 5). */
export const toCode = (typed: string): string =>
  typed
    .replaceAll(/[^a-z]/gi, '')
    .slice(0, 3)
    .toUpperCase()

/** True if the trip has all that a search needs. */
export const isWhole = (trip: Trip): trip is WholeTrip =>
  trip.from.length === 3 && trip.to !== '' && trip.depart !== ''

export const airportsFor = ({ to, airport }: WholeTrip): readonly string[] =>
  airport === '' ? airportsOf(to) : [airport]

/** The day some days before or after another, `yyyy-mm-dd`. */
export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Today where the visitor is, `yyyy-mm-dd`. */
export function todayHere(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const two = (part: number) => String(part).padStart(2, '0')
