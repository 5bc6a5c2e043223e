import { MAX_RESTAURANT_ALERTS, MAX_RESTAURANT_DAYS_AHEAD } from '@walkon/contracts/http/restaurant-alerts'
import { holdUser } from '@walkon/runtime/erased-users'
import type { Database, Transaction } from '@walkon/service/database'
import { AppError, notFound } from '@walkon/service/errors'
import { parkDayAt } from '@walkon/service/park-day'
import { wakeAfterCommit } from '@walkon/service/wake-ups'
import { findPark, findRestaurant } from '../../db/catalog.ts'
import {
  countActiveAlerts,
  findSameAlert,
  insertAlert,
  lockAlertsOf,
  type NewRestaurantAlertRow,
  type RestaurantAlertRow,
} from '../../db/restaurants/restaurant-alerts.ts'
import { joinChecks } from '../../db/restaurants/table-checks.ts'
import { listOpenTables, shareRestaurant } from '../../db/restaurants/table-openings.ts'
import { toDisneySlug } from '../../domain/disney-slug.ts'
import { addDays } from '../../domain/park-clock.ts'
import { tellOfTables } from './tell-of-tables.ts'

/** The channel of the loop of checks. */
export const TABLE_CHECKS_CHANNEL = 'table-checks'

export type WantedTable = {
  restaurantId: string
  dates: string[]
  email: string
  partySize: number
  preferredTime: RestaurantAlertRow['preferredTime']
}

/**
 * Sets an alert of an account and returns its id; that of the same alert, if there is one. Tables that are free already are told at once.
 * Throws `restaurant-not-found`, `restaurant-dates-invalid`, `restaurant-address-foreign`, `restaurant-alerts-full`.
 */
export async function setRestaurantAlert(
  { db, now }: { db: Database; now: () => Date },
  account: { userId: string; email: string },
  wanted: WantedTable,
): Promise<string> {
  if (wanted.email !== account.email)
    throw new AppError(
      'restaurant-address-foreign',
      'Restaurant alerts go to the address of your account alone',
    )
  const at = now()
  return db.transaction(async (tx) => {
    await holdUser(tx, account.userId)
    const { park, restaurant } = await findPlace(tx, wanted.restaurantId)
    const dates = [...new Set(wanted.dates)].toSorted()
    refuseDates(dates, parkDayAt(at, park.timezone).date)
    const alert = {
      userId: account.userId,
      parkId: park.id,
      restaurantId: restaurant.id,
      restaurantName: restaurant.name,
      // A name without a Latin letter gives none.
      disneySlug: toDisneySlug(restaurant.name) || (restaurant.slug ?? restaurant.id),
      dates,
      partySize: wanted.partySize,
      preferredTime: wanted.preferredTime,
      createdAt: at,
    }
    await lockAlertsOf(tx, account.userId)
    const same = await findSameAlert(tx, alert)
    if (same) return same.id
    await refuseTooMany(tx, account.userId)
    return storeAlert(tx, alert, park.name, at)
  })
}

async function storeAlert(
  tx: Transaction,
  alert: NewRestaurantAlertRow,
  parkName: string,
  at: Date,
): Promise<string> {
  await shareRestaurant(tx, alert.restaurantId)
  const row = await insertAlert(tx, alert)
  await joinChecks(tx, alert, at)
  wakeAfterCommit(tx, TABLE_CHECKS_CHANNEL)
  const open = (await listOpenTables(tx, alert.restaurantId, alert.partySize)).filter(
    ({ date, meal, missed }) =>
      missed === 0 && alert.dates.includes(date) && ['any', meal].includes(alert.preferredTime),
  )
  if (open.length > 0) {
    const openingIds = open.map(({ id }) => id).toSorted()
    await tellOfTables(tx, [{ ...alert, parkName, alertId: row.id, openingIds }], open, at)
  }
  return row.id
}

async function findPlace(tx: Transaction, restaurantId: string) {
  const restaurant = await findRestaurant(tx, restaurantId)
  const park = restaurant && !restaurant.retired ? await findPark(tx, restaurant.parkId) : null
  if (!restaurant || !park) throw notFound('restaurant')
  return { park, restaurant }
}

function refuseDates(dates: string[], today: string): void {
  const last = addDays(today, MAX_RESTAURANT_DAYS_AHEAD)
  const wrong = dates.find((date) => date < today || date > last)
  if (wrong === undefined) return
  throw new AppError(
    'restaurant-dates-invalid',
    wrong < today ? `${wrong} is over in this park` : `${wrong} is more than a year ahead`,
  )
}

async function refuseTooMany(tx: Transaction, userId: string): Promise<void> {
  if ((await countActiveAlerts(tx, userId)) < MAX_RESTAURANT_ALERTS) return
  const message = `An account may have ${MAX_RESTAURANT_ALERTS} active restaurant alerts. Delete one first.`
  throw new AppError('restaurant-alerts-full', message)
}
