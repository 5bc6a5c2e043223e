import type { Transaction } from '@walkon/service/database'
import { listParksOf, upsertAttractions } from '../../db/catalogue.ts'
import type { ParkAttraction } from '../../domain/catalogue.ts'
import { listLikelyReplacements, markListsDue } from '../../db/replacements.ts'
import { announceParks } from './announce-parks.ts'

/** A list that is younger has been asked, and does not know the ride. */
const LIST_KEPT_MS = 10 * 60_000

/**
 * Adds attractions that a live row shows first, moves those it shows in another park, and ends the retirement of others. A new id with the
 * name of a ride that the answer lacks may be that ride. It is published only after the list of the park was read, so that no board shows
 * both.
 */
export async function joinAttractions(
  tx: Transaction,
  shown: ParkAttraction[],
  { presentIds, readAt }: { presentIds: string[]; readAt: Date },
): Promise<void> {
  if (shown.length === 0) return
  const listReadBefore = new Date(readAt.getTime() - LIST_KEPT_MS)
  const likely = await listLikelyReplacements(tx, shown, { presentIds, listReadBefore })
  await markListsDue(
    tx,
    likely.map(({ parkId }) => parkId),
  )
  const waiting = new Set(likely.map(({ id }) => id))
  const found = shown.filter(({ id }) => !waiting.has(id))
  if (found.length === 0) return
  const left = await listParksOf(
    tx,
    found.map(({ id }) => id),
  )
  const parkIds = new Set([...found.map(({ parkId }) => parkId), ...left])
  await announceParks(tx, [...parkIds], () => upsertAttractions(tx, found))
}
