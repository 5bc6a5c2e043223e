import type { Flight, FlightLeg } from '@walkon/contracts/http/flights'

/** `$312.40`, or another currency as the provider names it. */
export const priceWords = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(cents / 100)

/** `$313` of $312.40: whole units, never less than the fare. */
export const roundPrice = (cents: number, currency: string): string =>
  priceWords(Math.ceil(cents / 100) * 100, currency)

/** Companion, section 2. */
export const stopWords = (stops: number): string => (stops === 0 ? 'Direct' : `${stops} stop(s)`)

export function durationWords(minutes: number | null): string {
  if (minutes === null) return 'duration not given'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours}h`, (rest > 0 || hours === 0) && `${rest}m`].filter(Boolean).join(' ')
}

/** The airport's own time of day: `9:40 am`. Its text has no offset and is never read as an instant. */
export function clockWords(local: string): string {
  const [hours = 0, minutes = 0] = local.slice(11, 16).split(':').map(Number)
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

/** How many days after its departure a flight arrives, by the local dates: `+1 day`; empty on the same day. */
export function laterDays({ departureTime, arrivalTime }: FlightLeg): string {
  const days = Math.round((dayOf(arrivalTime) - dayOf(departureTime)) / 86_400_000)
  if (days === 0) return ''
  return `${days > 0 ? '+' : ''}${days} ${Math.abs(days) === 1 ? 'day' : 'days'}`
}

const dayOf = (local: string) => Date.parse(`${local.slice(0, 10)}T00:00:00Z`)

export const SORTS = { price: 'Price', time: 'Departure time', stops: 'Stops' } as const
export type Sort = keyof typeof SORTS

export const readSort = (text: string | null): Sort => (text === 'time' || text === 'stops' ? text : 'price')

/** Equal flights stand by price. */
export function sortFlights(flights: Flight[], sort: Sort): Flight[] {
  const keyOf: Record<Sort, (flight: Flight) => number | string> = {
    price: ({ priceCents }) => priceCents,
    time: ({ departureTime }) => departureTime,
    stops: ({ stops, returnLeg }) => stops + (returnLeg?.stops ?? 0),
  }
  const key = keyOf[sort]
  return flights.toSorted((one, other) => compare(key(one), key(other)) || one.priceCents - other.priceCents)
}

const compare = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0)
