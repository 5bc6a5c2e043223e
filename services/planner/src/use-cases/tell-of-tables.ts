import type { Transaction } from '@walkon/service/database'
import { listWanting, saveTold, type TableMatch } from '../db/restaurant-alerts.ts'
import { toTableLetter } from '../domain/restaurant-letters.ts'
import type { Opening } from '../domain/table-openings.ts'
import { requestRestaurantLetters, type RestaurantLetter } from './request-restaurant-letters.ts'

/** A table that was free so long ago is of no use. */
const WALK_UP_MINUTES = 20
const RESERVATION_MINUTES = 60
/** Letters that are written at once, so that a table which many wait for is never in memory as a whole. */
const SLICE = 500

/** An opening that is told to the alerts set after an instant, or to all of them. */
export type ToldOpening = Opening & { setAfter: Date | null }

/**
 * Mails each active alert that wants one of these openings, one letter for all openings of a poll. Called once for an opening, in the
 * transaction that stores it.
 */
export async function tellOfOpenings(tx: Transaction, openings: ToldOpening[], at: Date): Promise<void> {
  const wanting = await listWanting(tx, openings)
  await tellOfTables(tx, wanting, openings, at)
}

/** Mails these alerts what of the openings they want. */
export async function tellOfTables(
  tx: Transaction,
  wanting: TableMatch[],
  openings: Opening[],
  at: Date,
): Promise<void> {
  const byId = new Map(openings.map((opening) => [opening.id, opening]))
  for (let from = 0; from < wanting.length; from += SLICE) {
    const slice = wanting.slice(from, from + SLICE)
    const told = await saveTold(
      tx,
      slice.map(({ alertId }) => alertId),
      at,
    )
    await requestRestaurantLetters(
      tx,
      slice.filter(({ alertId }) => told.has(alertId)).map((match) => toLetter(match, byId, at)),
    )
  }
}

function toLetter(match: TableMatch, byId: Map<string, Opening>, at: Date): RestaurantLetter {
  const tables = match.openingIds.flatMap((id) => byId.get(id) ?? [])
  const minutes = tables.every(({ source }) => source === 'walk-up') ? WALK_UP_MINUTES : RESERVATION_MINUTES
  return {
    about: `${match.alertId}|${match.openingIds.join('|')}`,
    userId: match.userId,
    letter: toTableLetter(match, tables),
    expiresAt: new Date(at.getTime() + minutes * 60_000),
  }
}
