import { parkCatalogChanged } from '@walkon/contracts/events/park-data'
import { on } from '@walkon/messaging/inbox'
import { saveParks } from '../db/parks.ts'

/** Keeps what we know of parks up to date. The newest of a batch stands for those before it. */
export const keepParks = on(parkCatalogChanged, async (events, tx) => {
  const newest = new Map(
    events.map(({ data: { parkId, name, timezone, retired } }) => [
      parkId,
      { id: parkId, name, timezone, retired },
    ]),
  )
  await saveParks(tx, [...newest.values()])
})
