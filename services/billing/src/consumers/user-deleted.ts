import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { erasePlans } from '../use-cases/erase-plans.ts'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = on(userDeleted, async (events, tx) => {
  await erasePlans(
    tx,
    events.map(({ data: { userId }, occurredAt }) => ({ userId, deletedAt: occurredAt.toISOString() })),
  )
  await eraseUsers(tx, events.flatMap(erasedAddressesOf))
})
