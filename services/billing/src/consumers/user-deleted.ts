import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { erasePlans } from '../use-cases/erase-plans.ts'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = on(userDeleted, async (events, tx) => {
  // First: it locks the addresses, as a plan's start does, so that a plan which is being bought is there to be erased.
  await eraseUsers(tx, events.flatMap(erasedAddressesOf))
  await erasePlans(
    tx,
    events.map(({ data: { userId }, occurredAt }) => ({ userId, deletedAt: occurredAt.toISOString() })),
  )
})
