import { airportsOf } from '@walkon/contracts/http/flights'
import type { Database, Queryable } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import { inTraceOfItsOwn } from '@walkon/service/trace-context'
import { listChosenAirports } from '../db/alerts-of-trip.ts'
import {
  leaseDueTrips,
  lockTrip,
  saveCheckAt,
  saveChecked,
  savePrices,
  type WatchedTripRow,
} from '../db/watched-trips.ts'
import { afterTheCap, nextCheckAt, RETRY_MS } from '../domain/check-time.ts'
import type { Price } from '../domain/deal.ts'
import { findCheapest } from '../domain/fare.ts'
import { FareFailure } from '../domain/fare-failure.ts'
import type { FareSearch } from './find-fares.ts'
import { listFreshPrices, tellOfDeals, type TellDeps } from './tell-of-deals.ts'

export type CheckDeps = TellDeps & { db: Database; fares: FareSearch; leaseMs: number; log: Log }

/** Trips that one process checks side by side. */
const AT_ONCE = 8

/**
 * Looks for the fares of trips that are due. Returns whether more may be due. A process that dies in a check leaves the trip due again
 * after its lease: nothing is told before it is recorded as told.
 */
export async function checkDueTrips(deps: CheckDeps): Promise<boolean> {
  const due = await leaseDueTrips(deps.db, { now: deps.now(), leaseMs: deps.leaseMs, limit: AT_ONCE })
  await Promise.all(due.map((trip) => inTraceOfItsOwn('check-trip', () => checkOrPostpone(deps, trip))))
  return due.length === AT_ONCE
}

async function checkOrPostpone(deps: CheckDeps, trip: WatchedTripRow): Promise<void> {
  try {
    await checkTrip(deps, trip)
  } catch (error) {
    const isOverCap = error instanceof AppError && error.code === 'flight-searches-spent'
    if (!isOverCap && !(error instanceof FareFailure)) throw error
    const now = deps.now()
    await saveCheckAt(deps.db, trip.id, isOverCap ? afterTheCap(now) : new Date(now.getTime() + RETRY_MS))
    deps.log.warn(
      { err: error, tripId: trip.id },
      'the fares of a trip could not be looked for; it is done later',
    )
  }
}

async function checkTrip({ fares, ...deps }: CheckDeps, trip: WatchedTripRow): Promise<void> {
  const searched = await listWanted(deps.db, trip)
  const known = await listFreshPrices(deps.db, trip.id, deps.now())
  const missing = searched.filter((airport) => known.every((price) => price.airport !== airport))
  const found = await Promise.all(missing.map((airport) => findPrice(fares, trip, airport)))
  await deps.db.transaction(async (tx) => {
    const now = deps.now()
    if (!(await lockTrip(tx, trip.id))) return
    await savePrices(
      tx,
      trip.id,
      found.flatMap((price) => price ?? []),
      now,
    )
    await tellOfDeals(tx, trip.id, deps)
    const airports = await listWanted(tx, trip)
    // An airport that began to be wanted during the check is looked for at once.
    const isWhole = airports.every((airport) => searched.includes(airport))
    await saveChecked(tx, trip.id, {
      checkedAt: now,
      checkAt: isWhole ? nextCheckAt(trip.id, now) : now,
      airports,
    })
  })
}

/** The airports that the active alerts of a trip ask for: none once they are all deleted or over. */
async function listWanted(db: Queryable, { id, destinationPark }: WatchedTripRow): Promise<string[]> {
  const chosen = await listChosenAirports(db, id)
  return [...new Set(chosen.flatMap((airport) => airport ?? airportsOf(destinationPark)))].toSorted()
}

/** The cheapest fare to one airport; null where there is none, or the provider does not know the airport. */
async function findPrice(fares: FareSearch, trip: WatchedTripRow, airport: string): Promise<Price | null> {
  const { homeAirport: origin, departureDate, returnDate } = trip
  if (airport === origin) return null
  try {
    const cheapest = findCheapest(
      await fares.find({ origin, destination: airport, departureDate, returnDate }, { buyer: 'check' }),
    )
    return (
      cheapest && {
        airport,
        cents: cheapest.priceCents,
        airline: cheapest.airline.name,
        stops: cheapest.outbound.stops,
        foundAt: new Date(cheapest.foundAt),
      }
    )
  } catch (error) {
    const isUnknown = error instanceof FareFailure && error.kind.startsWith('unknown-')
    if (isUnknown) return null
    throw error
  }
}
