import type { Transaction } from '@walkon/service/database'
import { saveParks, type ParkRow } from '../../db/parks/parks.ts'

/** Projects parks, oldest first: of several versions of one park the last is kept. */
export async function projectParks(tx: Transaction, versions: ParkRow[]): Promise<void> {
  await saveParks(tx, [...new Map(versions.map((park) => [park.id, park])).values()])
}
