import { tablesTold } from '@walkon/contracts/events/planner'
import { emit, type NewEvent } from '@walkon/messaging/emit'
import { requestUserLetters, type UserLetterRequest } from '@walkon/runtime/request-letter'
import type { Transaction } from '@walkon/service/database'
import { hashToken, makeToken } from '@walkon/service/link-tokens'
import { listTablePlaces } from '../../db/catalog.ts'
import { listWanting, saveTold, type TableMatch } from '../../db/restaurants/restaurant-alerts.ts'
import {
  findToldOpenings,
  listToldSlots,
  saveTellings,
  type NewTelling,
} from '../../db/restaurants/table-tellings.ts'
import { toTableLetter } from '../../domain/restaurant-letters.ts'
import { canBeTaken, type Opening } from '../../domain/table-openings.ts'
import { createToldOnce, toldAgainBefore, usefulMinutes } from '../../domain/told-once.ts'

/** Letters that are written at once, so that a table which many wait for is never in memory as a whole. */
const SLICE = 500

/**
 * Mails each active alert that wants one of these openings, one letter for all openings of a poll. Called once for an opening, in the
 * transaction that stores it.
 */
export async function tellOfOpenings(tx: Transaction, openings: Opening[], at: Date): Promise<void> {
  const wanting = await listWanting(tx, openings)
  await tellOfTables(tx, wanting, openings, at)
}

/** Mails of openings that are seen again those who were never told of them: their alerts were set while a poll missed the table. */
export async function tellOfSeenAgain(tx: Transaction, openings: Opening[], at: Date): Promise<void> {
  const wanting = await listWanting(tx, openings)
  if (wanting.length === 0) return
  const isTold = await findToldOpenings(tx, wanting)
  const untold = wanting.map((match) => ({
    ...match,
    openingIds: match.openingIds.filter((id) => !isTold(match.userId, id)),
  }))
  await tellOfTables(tx, untold, openings, at)
}

/**
 * Mails these alerts what of the openings they want and can still be taken. The same table is told to one account once in half an hour, also
 * where two of its alerts want it. The restaurants are locked, so that no other transaction tells of their tables meanwhile.
 */
export async function tellOfTables(
  tx: Transaction,
  wanting: TableMatch[],
  openings: Opening[],
  at: Date,
): Promise<void> {
  const places = await listTablePlaces(
    tx,
    openings.map(({ restaurantId }) => restaurantId),
  )
  const free = openings.filter((opening) => {
    const place = places.get(opening.restaurantId)
    return place !== undefined && canBeTaken(opening, place, at)
  })
  const byId = new Map(free.map((opening) => [opening.id, opening]))
  const isTold = createToldOnce(await listToldSlots(tx, wanting, toldAgainBefore(at)))
  for (let from = 0; from < wanting.length; from += SLICE) {
    const slice = wanting
      .slice(from, from + SLICE)
      .map((match) => ({
        ...match,
        openingIds: match.openingIds.filter((id) => {
          const opening = byId.get(id)
          return opening !== undefined && !isTold(match.userId, opening)
        }),
      }))
      .filter(({ openingIds }) => openingIds.length > 0)
    const told = await saveTold(
      tx,
      slice.map(({ alertId }) => alertId),
      at,
    )
    const tellings = slice.filter(({ alertId }) => told.has(alertId)).map((match) => toTelling(match, at))
    await saveTellings(tx, tellings)
    const letters = tellings.map((telling) => toLetter(telling, byId))
    await requestUserLetters(tx, 'planner', letters, at)
    await emit(tx, tablesTold, toEvents(tellings, byId, at))
  }
}

/** After the letters, which the log has taken before: what it knows of was told. */
function toEvents(tellings: Telling[], byId: Map<string, Opening>, at: Date): NewEvent<typeof tablesTold>[] {
  return [...Map.groupBy(tellings, ({ parkId }) => parkId)].map(([parkId, ofPark]) => ({
    data: {
      parkId,
      toldAt: at.toISOString(),
      openings: [...new Set(ofPark.flatMap(({ openingIds }) => openingIds))]
        .flatMap((id) => byId.get(id) ?? [])
        .map(({ id: openingId, openedAt, ...opening }) => ({
          ...opening,
          openingId,
          openedAt: openedAt.toISOString(),
        })),
      tellings: ofPark,
    },
  }))
}

type Telling = TableMatch & NewTelling & { token: string }

function toTelling(match: TableMatch, at: Date): Telling {
  const token = makeToken()
  return { ...match, token, tokenHash: hashToken(token), toldAt: at }
}

function toLetter(telling: Telling, byId: Map<string, Opening>): UserLetterRequest {
  const tables = telling.openingIds.flatMap((id) => byId.get(id) ?? [])
  return {
    userId: telling.userId,
    letter: toTableLetter(telling, tables, telling),
    about: telling.alertId,
    occasion: telling.openingIds.join('|'),
    list: 'restaurants',
    useful: { hours: usefulMinutes(tables) / 60 },
  }
}
