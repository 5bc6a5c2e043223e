import { airportsOf } from '@walkon/contracts/http/flights'
import type { Transaction } from '@walkon/service/database'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { saveConfirmed, type FlightAlertRow } from '../db/flight-alerts.ts'
import { joinTrip } from '../db/watched-trips.ts'
import { FRESH_MS } from '../domain/deal.ts'
import { tellOfDeals, type TellDeps } from './tell-of-deals.ts'

/** The channel of the loop of checks. */
export const TRIPS_DUE_CHANNEL = 'trips-due'

/**
 * Starts to watch an alert whose address is proved. Tells prices that were found for its trip minutes ago at once; without them the trip is
 * due for a search.
 */
export async function watchTrip(tx: Transaction, alert: FlightAlertRow, deps: TellDeps): Promise<void> {
  const now = deps.now()
  const { homeAirport, destinationPark, departureDateStart, returnDateStart, airport } = alert
  const trip = await joinTrip(
    tx,
    { homeAirport, destinationPark, departureDate: departureDateStart, returnDate: returnDateStart },
    airport === null ? airportsOf(destinationPark) : [airport],
    { now, freshSince: new Date(now.getTime() - FRESH_MS) },
  )
  await saveConfirmed(tx, alert.id, { tripId: trip.id, confirmedAt: now, userId: alert.userId })
  if (trip.checkAt <= now) wakeAfterCommit(tx, TRIPS_DUE_CHANNEL)
  else await tellOfDeals(tx, trip.id, deps)
}
