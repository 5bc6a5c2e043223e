import { itemPublished } from '@walkon/contracts/events/rankings'
import { emit } from '@walkon/messaging/emit'
import type { Transaction } from '@walkon/service/database'
import { saveFeedItems, type FeedItem } from '../db/items.ts'
import { saveParks, type ParkRow } from '../db/parks.ts'
import { toItemPublished } from '../domain/published-item.ts'

export type CatalogOfPark = { park: ParkRow; entities: Omit<FeedItem, 'parkId'>[] }

/**
 * Projects the parks of the catalogue and makes an item of each of their entities, once, oldest first. Of several versions of a park the
 * last is kept. Items that an admin has deleted do not come back.
 */
export async function projectCatalog(tx: Transaction, versions: CatalogOfPark[], at: Date): Promise<void> {
  const newest = [...new Map(versions.map((version) => [version.park.id, version])).values()]
  await saveParks(
    tx,
    newest.map(({ park }) => park),
  )
  const entities = newest.flatMap(({ park, entities: ofPark }) =>
    ofPark.map((entity) => ({ ...entity, parkId: park.id })),
  )
  const once = [...new Map(entities.map((entity) => [entity.feedId, entity])).values()]
  const made = await saveFeedItems(tx, once, at)
  await emit(tx, itemPublished, made.map(toItemPublished))
}
