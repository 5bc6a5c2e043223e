import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { listEndedWalkUps, lockRestaurants, saveOpenings } from '../db/table-openings.ts'
import { keyOf, observeOpenings, type Opening, type Table } from '../domain/table-openings.ts'
import { tellOfOpenings } from './tell-of-tables.ts'

/** A walk-up table that comes back sooner than this counts as the same opening. */
const SWING_MS = 10 * 60_000

/** Of the ids of openings. */
const NAMESPACE = '0c7f7a53-6b0b-4f0e-9a52-3f6f6c9d1f27'

/**
 * Stores what one poll changes of the openings that are known, and tells of those that are new, in one transaction. The same poll gives the
 * same ids, so an opening is told once, also where the poll is read again after a crash.
 */
export async function saveObservedTables(
  tx: Transaction,
  known: Opening[],
  offered: Table[],
  { parkId, at }: { parkId: string; at: Date },
): Promise<void> {
  const observed = observeOpenings(known, offered)
  const opened = observed.opened.map((table) => ({
    ...table,
    id: deriveId(NAMESPACE, `${keyOf(table)}|${at.toISOString()}`),
    parkId,
    openedAt: at,
    missed: 0,
  }))
  await lockRestaurants(
    tx,
    opened.map(({ restaurantId }) => restaurantId),
  )
  const lastEnded = await findLastEnded(tx, opened, at)
  const stored = await saveOpenings(tx, { ...observed, opened }, at)
  await tellOfOpenings(
    tx,
    opened
      .filter(({ id }) => stored.has(id))
      .map((opening) => ({ ...opening, setAfter: lastEnded.get(mealKeyOf(opening)) ?? null })),
    at,
  )
}

/** When walk-up tables ended that were open moments ago for the same meal: their wait swings around its limit, and they have been told. */
async function findLastEnded(tx: Transaction, opened: Opening[], at: Date): Promise<Map<string, Date>> {
  const ids = opened.flatMap(({ source, restaurantId }) => (source === 'walk-up' ? [restaurantId] : []))
  const ended = await listEndedWalkUps(tx, ids, new Date(at.getTime() - SWING_MS))
  return new Map(ended.map((opening) => [mealKeyOf(opening), opening.endedAt]))
}

const mealKeyOf = (table: Table): string => `${keyOf(table)}|${table.meal}`
