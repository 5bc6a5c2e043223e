import type { Transaction } from '@walkon/service/database'
import {
  saveParks,
  saveRestaurants,
  saveRides,
  type ParkRow,
  type RestaurantRow,
  type RideRow,
} from '../db/catalog.ts'

export type CatalogOfPark = { park: ParkRow; rides: RideRow[]; restaurants: RestaurantRow[] }

/** Projects versions of parks, the oldest first: of several versions of one park the last is kept. */
export async function projectCatalog(tx: Transaction, versions: CatalogOfPark[]): Promise<void> {
  const newest = lastOfEach(versions, ({ park }) => park.id)
  await saveParks(
    tx,
    newest.map(({ park }) => park),
  )
  await saveRides(
    tx,
    lastOfEach(
      newest.flatMap(({ rides }) => rides),
      ({ id }) => id,
    ),
  )
  await saveRestaurants(
    tx,
    lastOfEach(
      newest.flatMap(({ restaurants }) => restaurants),
      ({ id }) => id,
    ),
  )
}

const lastOfEach = <Row>(rows: Row[], idOf: (row: Row) => string): Row[] => [
  ...new Map(rows.map((row) => [idOf(row), row])).values(),
]
