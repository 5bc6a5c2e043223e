import { userDeleted } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { erasePlans } from '../use-cases/erase-plans.ts'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = on(userDeleted, async (events, tx) => {
  const deletions = events.map(({ data, occurredAt }) => ({ ...data, deletedAt: occurredAt.toISOString() }))
  await erasePlans(tx, deletions)
  await eraseUsers(
    tx,
    deletions.flatMap(({ addressHashes, deletedAt }) =>
      addressHashes.map((addressHash) => ({ addressHash, deletedAt })),
    ),
  )
})
