import { requestLetters } from '@walkon/runtime/request-letter'
import type { Database } from '@walkon/service/database'
import { lockDeparting, savePast } from '../db/alerts-of-trip.ts'
import { toDay } from '../db/search-days.ts'
import { listPrices, type PricePoint } from '../db/watched-trips.ts'
import { toEndLetter } from '../domain/flight-letters.ts'
import { isDepartureOver } from '../domain/trip.ts'
import { toWatched } from './show-alert.ts'

const BATCH = 200
/** The zone that is furthest ahead has tomorrow's date so long before UTC. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000

/** Ends alerts whose day of departure is over at their airport, and says so to those that were watched. Returns whether there may be more. */
export async function endPastAlerts(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const departing = await lockDeparting(tx, toDay(new Date(now.getTime() + FURTHEST_AHEAD_MS)), BATCH)
    const past = departing.filter((alert) =>
      isDepartureOver(alert.homeAirport, alert.departureDateStart, now),
    )
    const prices = Map.groupBy(
      await listPrices(tx, [...new Set(past.flatMap(({ tripId }) => tripId ?? []))]),
      ({ tripId }) => tripId,
    )
    await savePast(
      tx,
      past.map(({ id }) => id),
      now,
    )
    const told = past.filter(({ confirmedAt }) => confirmedAt !== null)
    const letters = told.map((alert) => ({
      to: { email: alert.email },
      letter: toEndLetter(toWatched(alert), {
        leastCents: leastOf(alert, prices.get(alert.tripId ?? '') ?? []),
      }),
      about: alert.id,
      list: 'flights' as const,
    }))
    await requestLetters(tx, 'flights', letters, now)
    return past.length === BATCH
  })
}

function leastOf({ airport }: { airport: string | null }, prices: PricePoint[]): number | null {
  const wanted = prices
    .filter((price) => airport === null || price.airport === airport)
    .map(({ cents }) => cents)
  return wanted.length > 0 ? Math.min(...wanted) : null
}
