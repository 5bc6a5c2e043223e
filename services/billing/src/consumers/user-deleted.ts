import { erasedAddressesOf, userDeleted } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = on(userDeleted, (events, tx) =>
  eraseUsers(tx, events.flatMap(erasedAddressesOf)),
)
