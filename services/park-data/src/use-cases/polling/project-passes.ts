import type { passActivated, passRestored, passRevoked } from '@walkon/contracts/events/billing'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { wakePoller } from '../../db/poller.ts'
import { deletePassWindows, savePassWindows } from '../../db/readers.ts'

/** Projects the park and the windows of passes: a destination with an active pass is polled every minute. */
export async function projectPasses(
  tx: Transaction,
  events: EventOf<typeof passActivated | typeof passRestored>[],
): Promise<void> {
  const latest = new Map(events.map(({ data }) => [data.passId, data]))
  const windows = [...latest.values()].flatMap((pass) =>
    pass.windows.map(({ startsAt, endsAt }) => ({
      passId: pass.passId,
      parkId: pass.parkId,
      startsAt,
      endsAt,
    })),
  )
  await savePassWindows(tx, [...latest.keys()], windows)
  await wakePoller(tx)
}

/** A revoked pass no longer counts as a reader. */
export async function deleteRevokedPasses(
  tx: Transaction,
  events: EventOf<typeof passRevoked>[],
): Promise<void> {
  await deletePassWindows(
    tx,
    events.map(({ data }) => data.passId),
  )
}
