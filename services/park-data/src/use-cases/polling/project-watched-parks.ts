import type { parkWatchChanged } from '@walkon/contracts/events/alerts'
import type { companionWatchChanged } from '@walkon/contracts/events/planner'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { wakePoller } from '../../db/poller.ts'
import { saveCompanionParks, savePlanParks } from '../../db/readers.ts'

/** Projects which parks plans have watched; the newest event of a subscription is enough. */
export async function projectWatchedParks(
  tx: Transaction,
  events: EventOf<typeof parkWatchChanged>[],
): Promise<void> {
  const newest = new Map(events.map(({ data }) => [data.subscriptionId, data]))
  await savePlanParks(tx, [...newest.values()])
  await wakePoller(tx)
}

/** Projects which parks the companion watches; the newest event of a park is enough. */
export async function projectCompanionParks(
  tx: Transaction,
  events: EventOf<typeof companionWatchChanged>[],
): Promise<void> {
  const newest = new Map(events.map(({ data }) => [data.parkId, data]))
  await saveCompanionParks(tx, [...newest.values()])
  await wakePoller(tx)
}
