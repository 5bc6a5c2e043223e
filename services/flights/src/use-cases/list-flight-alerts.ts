import type { FlightAlert } from '@walkon/contracts/http/flights'
import type { Page, PageQuery } from '@walkon/contracts/http/page'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { deleteAlert, listAlerts, type Owner } from '../db/flight-alerts.ts'
import { listCheckedAt, listPrices } from '../db/watched-trips.ts'
import { toFlightAlert } from './show-alert.ts'

/** A page of the owner's alerts, the newest first, with the prices that were found for each. */
export async function listFlightAlerts(
  db: Database,
  owner: Owner,
  query: PageQuery,
): Promise<Page<FlightAlert>> {
  const { items, next } = await listAlerts(db, owner, query)
  const tripIds = [...new Set(items.flatMap(({ tripId }) => tripId ?? []))]
  const checkedAt = await listCheckedAt(db, tripIds)
  const prices = Map.groupBy(await listPrices(db, tripIds), ({ tripId }) => tripId)
  return {
    items: items.map((alert) =>
      toFlightAlert(alert, {
        prices: alert.tripId ? (prices.get(alert.tripId) ?? []) : [],
        checkedAt: alert.tripId ? (checkedAt.get(alert.tripId) ?? null) : null,
      }),
    ),
    next,
  }
}

/** Throws `flight-alert-not-found`, also for another owner's. */
export async function deleteFlightAlert(db: Database, owner: Owner, alertId: string): Promise<void> {
  if (!(await deleteAlert(db, owner, alertId))) throw notFound('flight-alert')
}
