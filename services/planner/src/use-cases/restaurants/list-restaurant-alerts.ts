import type { AlertableRestaurants, RestaurantAlert } from '@walkon/contracts/http/restaurant-alerts'
import type { Database } from '@walkon/service/database'
import { notFound } from '@walkon/service/errors'
import { parkDayAt } from '@walkon/service/park-day'
import { findPark } from '../../db/catalog.ts'
import { deleteAlert, listActiveAlerts } from '../../db/restaurants/restaurant-alerts.ts'
import { listAlertable } from '../../db/restaurants/alertable-restaurants.ts'
import { toDisneySlug } from '../../domain/disney-slug.ts'

/** The active alerts of an account, the newest first. */
export async function listRestaurantAlerts(
  db: Database,
  userId: string,
  now: Date,
): Promise<RestaurantAlert[]> {
  const rows = await listActiveAlerts(db, userId, now)
  return rows.map(({ alert, parkName, pendingBecause, checkedAt }) => ({
    id: alert.id,
    parkId: alert.parkId,
    parkName,
    restaurantId: alert.restaurantId,
    restaurantName: alert.restaurantName,
    dates: alert.dates,
    partySize: alert.partySize,
    preferredTime: alert.preferredTime,
    pendingBecause,
    checkedAt: checkedAt?.toISOString() ?? null,
    toldAt: alert.toldAt?.toISOString() ?? null,
    createdAt: alert.createdAt.toISOString(),
  }))
}

/** Deletes an alert of an account. Throws `restaurant-alert-not-found`. */
export async function deleteRestaurantAlert(db: Database, userId: string, alertId: string): Promise<void> {
  const wasThere = await db.transaction((tx) => deleteAlert(tx, userId, alertId))
  if (!wasThere) throw notFound('restaurant-alert')
}

export type AlertableDeps = {
  db: Database
  settings: { WALK_UP_LIMIT_MINUTES: number }
  now: () => Date
}

/** The restaurants of a park that an alert can be set for. Throws `park-not-found`. */
export async function listAlertableRestaurants(
  { db, settings, now }: AlertableDeps,
  parkId: string,
): Promise<AlertableRestaurants> {
  const at = now()
  const park = await findPark(db, parkId)
  if (!park) throw notFound('park')
  const listed = await listAlertable(db, parkId, at)
  return {
    today: parkDayAt(at, park.timezone).date,
    walkUpLimitMinutes: settings.WALK_UP_LIMIT_MINUTES,
    restaurants: listed.map(({ id, name, slug, pendingBecause }) => ({
      id,
      name,
      slug: toDisneySlug(name) || (slug ?? id),
      pendingBecause,
    })),
  }
}
