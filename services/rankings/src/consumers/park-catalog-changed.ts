import type { EventOf } from '@walkon/contracts/event'
import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectCatalog, type CatalogOfPark } from '../use-cases/project-catalog.ts'

export const onParkCatalogChanged = ({ now }: { now: () => Date }): Handler =>
  on(parkCatalogChanged, (events, tx) => projectCatalog(tx, events.map(toCatalog), now()))

function toCatalog({ data }: EventOf<typeof parkCatalogChanged>): CatalogOfPark {
  const { parkId, name, destinationName, retired, attractions, restaurants = [], shows = [] } = data
  return {
    park: { id: parkId, name, destinationName, retired },
    entities: [
      ...attractions.map((ride) => ({ feedId: ride.rideId, type: 'ride' as const, ...ride })),
      ...restaurants.map((place) => ({ feedId: place.restaurantId, type: 'food' as const, ...place })),
      ...shows.map((show) => ({ feedId: show.showId, type: 'experience' as const, ...show })),
    ].map(({ feedId, type, name: entityName, retired: isRetired }) => ({
      feedId,
      type,
      name: entityName,
      retired: isRetired,
    })),
  }
}
