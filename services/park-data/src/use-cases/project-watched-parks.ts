import type { parkWatchChanged } from '@walkon/contracts/events/alerts'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { wakePoller } from '../db/poller.ts'
import { savePlanParks } from '../db/readers.ts'

/** Projects which parks plans have watched; the newest event of a subscription is enough. */
export async function projectWatchedParks(
  tx: Transaction,
  events: EventOf<typeof parkWatchChanged>[],
): Promise<void> {
  const newest = new Map(events.map(({ data }) => [data.subscriptionId, data]))
  await savePlanParks(tx, [...newest.values()])
  await wakePoller(tx)
}
