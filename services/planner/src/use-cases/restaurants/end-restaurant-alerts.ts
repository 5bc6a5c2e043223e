import { requestUserLetters } from '@walkon/runtime/request-letter'
import type { Database, Transaction } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { listParkNames } from '../../db/catalog.ts'
import {
  endLeftAlerts,
  endPastAlerts,
  endRetiredAlerts,
  listParksWithAlerts,
} from '../../db/restaurants/ended-restaurant-alerts.ts'
import { endPastOpenings } from '../../db/restaurants/table-openings.ts'
import { toRetiredLetter } from '../../domain/restaurant-letters.ts'
import { addDays } from '../../domain/park-clock.ts'

export type LeftList = { list: string; userId: string | null; leftAt: string }

/** Ends the restaurant alerts of accounts whose address has left their list. Alerts set afterwards stay. */
export async function leaveRestaurants(tx: Transaction, left: LeftList[], now: Date): Promise<void> {
  for (const { list, userId, leftAt } of left) {
    if (list === 'restaurants' && userId !== null) await endLeftAlerts(tx, userId, new Date(leftAt), now)
  }
}

const BATCH = 200

/**
 * Ends alerts whose last day is over in their park, and those of restaurants that the feed has stopped listing, which are told. Returns
 * whether there may be more.
 */
export async function endRestaurantAlerts(db: Database, now: Date): Promise<boolean> {
  for (const { id, timezone } of await listParksWithAlerts(db)) {
    await db.transaction((tx) => endPastAlerts(tx, id, parkDayAt(now, timezone).date, now))
  }
  // Yesterday of UTC is over in every zone but those that are furthest behind, whose parks have closed.
  await endPastOpenings(db, addDays(now.toISOString().slice(0, 10), -1), now)
  return db.transaction(async (tx) => {
    const retired = await endRetiredAlerts(tx, now, BATCH)
    const names = await listParkNames(
      tx,
      retired.map(({ parkId }) => parkId),
    )
    const letters = retired.map((alert) => ({
      userId: alert.userId,
      letter: toRetiredLetter({ ...alert, parkName: names.get(alert.parkId) ?? 'The park' }),
      about: alert.id,
      list: 'restaurants' as const,
    }))
    await requestUserLetters(tx, 'planner', letters, now)
    return retired.length === BATCH
  })
}
