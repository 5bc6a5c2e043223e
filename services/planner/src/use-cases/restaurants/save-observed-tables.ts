import type { Transaction } from '@walkon/service/database'
import { deriveId } from '@walkon/service/derived-id'
import { lockRestaurants, saveOpenings } from '../../db/restaurants/table-openings.ts'
import { keyOf, observeOpenings, type Opening, type Table } from '../../domain/table-openings.ts'
import { tellOfOpenings, tellOfSeenAgain } from './tell-of-tables.ts'

/** The namespace of opening ids. */
const NAMESPACE = '0c7f7a53-6b0b-4f0e-9a52-3f6f6c9d1f27'

/**
 * Stores what one poll changes of the openings that are known, and tells of those that are new or seen again, in one transaction. The
 * same poll gives the same ids, so an opening is told once, also where the poll is read again after a crash.
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
  const seenAgain = known.filter(({ id }) => observed.seenAgain.includes(id))
  await lockRestaurants(
    tx,
    [...opened, ...seenAgain].map(({ restaurantId }) => restaurantId),
  )
  const stored = await saveOpenings(tx, { ...observed, opened }, at)
  await tellOfOpenings(
    tx,
    opened.filter(({ id }) => stored.has(id)),
    at,
  )
  await tellOfSeenAgain(tx, seenAgain, at)
}
