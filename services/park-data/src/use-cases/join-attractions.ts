import type { Transaction } from '@walkon/service/database'
import { listParksOf, upsertAttractions } from '../db/catalogue.ts'
import type { ParkAttraction } from '../domain/catalogue.ts'
import { announceParks } from './announce-parks.ts'

/** Attractions that a live row has shown first, or in another park, or after they were gone. */
export async function joinAttractions(tx: Transaction, found: ParkAttraction[]): Promise<void> {
  if (found.length === 0) return
  const left = await listParksOf(
    tx,
    found.map(({ id }) => id),
  )
  const parkIds = new Set([...found.map(({ parkId }) => parkId), ...left])
  await announceParks(tx, [...parkIds], () => upsertAttractions(tx, found))
}
