import { userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { eraseAddresses } from '../db/erasures.ts'

/** Erases what was written to the addresses of a deleted account, or was to be. Suppressions stay: they are hashes. */
export function eraseUsers(): Handler {
  return on(userDeleted, async (events, tx) => {
    await eraseAddresses(
      tx,
      events.flatMap(({ data, occurredAt }) =>
        data.addressHashes.map((addressHash) => ({ addressHash, deletedAt: occurredAt.toISOString() })),
      ),
    )
  })
}
