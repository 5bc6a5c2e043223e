import type { Transaction } from '@walkon/service/database'
import { listParksOf, upsertAttractions } from '../db/catalogue.ts'
import type { ParkAttraction } from '../domain/catalogue.ts'
import { announceParks } from './announce-parks.ts'

/** Adds attractions that a live row shows first, moves those it shows in another park, and ends the retirement of others. */
export async function joinAttractions(tx: Transaction, found: ParkAttraction[]): Promise<void> {
  if (found.length === 0) return
  const left = await listParksOf(
    tx,
    found.map(({ id }) => id),
  )
  const parkIds = new Set([...found.map(({ parkId }) => parkId), ...left])
  await announceParks(tx, [...parkIds], () => upsertAttractions(tx, found))
}
