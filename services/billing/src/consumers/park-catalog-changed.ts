import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { on } from '@walkon/messaging/inbox'
import { projectParks } from '../use-cases/parks/project-parks.ts'

export const onParkCatalogChanged = on(parkCatalogChanged, (events, tx) =>
  projectParks(
    tx,
    events.map(({ data: { parkId, name, timezone, retired, attractions } }) => ({
      id: parkId,
      name,
      timezone,
      retired,
      rideIds: attractions.filter((ride) => !ride.retired).map(({ rideId }) => rideId),
    })),
  ),
)
