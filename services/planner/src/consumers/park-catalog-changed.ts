import type { EventOf } from '@walkon/contracts/event'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { isCountedRide } from '@walkon/contracts/rides'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectCatalog, type CatalogOfPark } from '../use-cases/project-catalog.ts'

export const onParkCatalogChanged: Handler = on(parkCatalogChanged, (events, tx) =>
  projectCatalog(tx, events.map(toCatalog)),
)

function toCatalog({ data }: EventOf<typeof parkCatalogChanged>): CatalogOfPark {
  const { parkId, name, destinationId, destinationName, timezone, retired, restaurants = [] } = data
  return {
    park: { id: parkId, name, destinationId, destinationName, timezone, retired },
    rides: data.attractions.map((attraction) => ({
      id: attraction.rideId,
      parkId,
      name: attraction.name,
      retired: attraction.retired,
      isRide: isCountedRide(attraction),
    })),
    restaurants: restaurants.map(({ restaurantId, location, ...restaurant }) => ({
      ...restaurant,
      id: restaurantId,
      parkId,
      latitude: location?.latitude ?? null,
      longitude: location?.longitude ?? null,
    })),
  }
}
