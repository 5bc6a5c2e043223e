import { userDeleted } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { eraseUsers } from '../use-cases/erase-users.ts'

export const onUserDeleted = ({ now }: { now: () => Date }): Handler =>
  on(userDeleted, (events, tx) =>
    eraseUsers(
      tx,
      events.map(({ data }) => data),
      now(),
    ),
  )
