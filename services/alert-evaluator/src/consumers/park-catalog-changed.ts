import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectCatalog } from '../use-cases/project-catalog.ts'

/** Each event carries the whole park, so the newest one of a batch is enough. */
export const onParkCatalogChanged = (deps: { defaultThresholdMinutes: number; now: () => Date }): Handler =>
  on(parkCatalogChanged, (events, tx) => {
    const newest = new Map(events.map(({ data }) => [data.parkId, data]))
    return projectCatalog(deps, tx, [...newest.values()])
  })
