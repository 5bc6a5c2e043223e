import type { FlightAlert } from '@walkon/contracts/http/flights'
import type { FlightAlertRow } from '../db/flight-alerts.ts'
import type { PricePoint } from '../db/watched-trips.ts'
import type { Watched } from '../domain/flight-letters.ts'

/** Maps an alert to the trip that it watches, as letters and pages say it. */
export const toWatched = (alert: FlightAlertRow): Watched => ({
  homeAirport: alert.homeAirport,
  destinationPark: alert.destinationPark,
  airport: alert.airport,
  maxPrice: alert.maxPrice,
  departureDate: alert.departureDateStart,
  returnDate: alert.returnDateStart,
})

/** An alert as its owner sees it, with the cheapest fare of each day. */
export function toFlightAlert(
  alert: FlightAlertRow,
  { prices, checkedAt }: { prices: PricePoint[]; checkedAt: Date | null },
): FlightAlert {
  return {
    id: alert.id,
    ...toWatched(alert),
    email: alert.email,
    status: toStatus(alert),
    createdAt: alert.createdAt.toISOString(),
    checkedAt: checkedAt?.toISOString() ?? null,
    toldCents: alert.toldCents,
    prices: toDailyPrices(
      prices.filter(({ airport }) => alert.airport === null || airport === alert.airport),
    ),
  }
}

function toStatus({ active, confirmedAt, endedReason }: FlightAlertRow): FlightAlert['status'] {
  if (active) return confirmedAt ? 'active' : 'waiting'
  return endedReason ?? 'past'
}

function toDailyPrices(prices: PricePoint[]): FlightAlert['prices'] {
  const cheapest = new Map<string, number>()
  for (const { day, cents } of prices) cheapest.set(day, Math.min(cents, cheapest.get(day) ?? cents))
  return [...cheapest].map(([date, cents]) => ({ date, cents }))
}
