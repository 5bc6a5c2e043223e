import type { ToldTables } from '@walkon/contracts/http/restaurant-alerts'
import type { Database } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { hashToken } from '@walkon/service/link-tokens'
import { findTelling, listToldOpenings } from '../../db/restaurants/table-tellings.ts'
import { bookingPageOf } from '../../domain/booking-page.ts'
import { stateOfTold } from '../../domain/table-link-state.ts'

/**
 * Returns the tables that the mail with this token told, and their state. Says nothing of the account and changes nothing: mail programs
 * open links. Throws `table-link-invalid`.
 */
export async function showToldTables(
  { db, now }: { db: Database; now: () => Date },
  token: string,
): Promise<ToldTables> {
  const telling = await findTelling(db, hashToken(token))
  if (!telling) throw new AppError('table-link-invalid', 'No mail of the last seven days has this link')
  const { restaurantName, parkName, timezone, partySize, toldAt, destinationId, openingIds } = telling
  const openings = await listToldOpenings(db, openingIds)
  const at = now()
  return {
    restaurantName,
    parkName,
    timezone,
    partySize,
    toldAt: toldAt.toISOString(),
    bookingUrl: bookingPageOf(destinationId, restaurantName),
    tables: openings.map((opening) => ({
      date: opening.date,
      time: opening.time,
      waitMinutes: opening.waitMinutes,
      state: stateOfTold({ ...opening, timezone }, at),
    })),
  }
}
