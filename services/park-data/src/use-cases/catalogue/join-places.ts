import type { Transaction } from '@walkon/service/database'
import { listParksOfPlaces } from '../../db/catalogue.ts'
import { joinListedPlaces } from '../../db/places.ts'
import type { ParkPlaceRef } from '../../domain/catalogue.ts'
import { announceParks } from './announce-parks.ts'

/** Adds restaurants and shows that a live row shows first, moves those it shows in another park, and ends the retirement of others. */
export async function joinPlaces(tx: Transaction, found: ParkPlaceRef[]): Promise<void> {
  if (found.length === 0) return
  const left = await listParksOfPlaces(
    tx,
    found.map(({ id }) => id),
  )
  const parkIds = new Set([...found.map(({ parkId }) => parkId), ...left])
  await announceParks(tx, [...parkIds], () => joinListedPlaces(tx, found))
}
