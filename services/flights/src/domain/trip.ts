import { MAX_FLIGHT_DAYS_AHEAD } from '@walkon/contracts/http/flights'
import { Temporal } from 'temporal-polyfill'
import { timezoneOf } from './airports.ts'

/** A query to the provider: one adult in economy, from one airport to another, and back if there is a return. */
export type Trip = {
  origin: string
  destination: string
  /** A day of the airport of departure. */
  departureDate: string
  returnDate: string | null
}

/** Equal searches have equal keys. */
export const toTripKey = ({ origin, destination, departureDate, returnDate }: Trip): string =>
  [origin, destination, departureDate, returnDate ?? 'one-way'].join(':')

type Dates = { departureDate: string; returnDate: string | null }

export type DateProblem = 'departure-over' | 'departure-too-far' | 'return-before-departure'

/** Why no flight can be looked for on these days; null if it can. */
export function findDateProblem(
  { homeAirport, departureDate, returnDate }: Dates & { homeAirport: string },
  now: Date,
): DateProblem | null {
  const today = todayAt(homeAirport, now)
  const departure = Temporal.PlainDate.from(departureDate)
  if (Temporal.PlainDate.compare(departure, today) < 0) return 'departure-over'
  const last = Temporal.PlainDate.from(returnDate ?? departureDate)
  if (Temporal.PlainDate.compare(last, departure) < 0) return 'return-before-departure'
  const furthest = today.add({ days: MAX_FLIGHT_DAYS_AHEAD })
  return Temporal.PlainDate.compare(last, furthest) > 0 ? 'departure-too-far' : null
}

/** True if the day of departure is over at its airport. */
export const isDepartureOver = (homeAirport: string, departureDate: string, now: Date): boolean =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(departureDate), todayAt(homeAirport, now)) < 0

const todayAt = (airport: string, now: Date): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezoneOf(airport)).toPlainDate()
