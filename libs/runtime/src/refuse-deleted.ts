import { erasedAddressesOf, type userDeleted } from '@walkon/contracts/events/identity'
import type { EventOf } from '@walkon/contracts/event'
import type { Transaction } from '@walkon/service/database'
import { endLinks } from './ended-links.ts'
import { markErased } from './erased-users.ts'

/**
 * Ends the keys of deleted accounts in a service that knows persons by their address: access tokens, and the manage links of their
 * addresses from before the deletion. Called first in an erasure, because it waits for the transactions that hold an account.
 */
export async function refuseDeleted(
  tx: Transaction,
  events: EventOf<typeof userDeleted>[],
  now: Date,
): Promise<void> {
  await markErased(
    tx,
    events.map(({ data }) => data.userId),
    now,
  )
  await endLinks(
    tx,
    events
      .flatMap(erasedAddressesOf)
      .map(({ addressHash, deletedAt }) => ({ addressHash, endedAt: deletedAt })),
  )
}
