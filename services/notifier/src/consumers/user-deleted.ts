import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { refuseDeleted } from '@walkon/runtime/refuse-deleted'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = ({ now }: { now: () => Date }): Handler =>
  on(userDeleted, async (events, tx) => {
    await refuseDeleted(tx, events, now())
    await eraseUsers(tx, events.flatMap(erasedAddressesOf))
  })
