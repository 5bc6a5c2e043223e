import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { lockSnapshots } from '../../db/catalogue.ts'

/** Changes parks or their attractions, and publishes ParkCatalogChanged for each park that differs from before. */
export async function announceParks(
  tx: Transaction,
  parkIds: string[],
  change: () => Promise<void>,
): Promise<void> {
  if (parkIds.length === 0) return change()
  const before = await lockSnapshots(tx, parkIds)
  await change()
  const after = await lockSnapshots(tx, parkIds)
  const changed = [...after].filter(([id, park]) => JSON.stringify(park) !== JSON.stringify(before.get(id)))
  await emit(
    tx,
    parkCatalogChanged,
    changed.map(([, data]) => ({ data })),
  )
}
