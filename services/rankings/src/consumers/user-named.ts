import { userNamed } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { followNames } from '../use-cases/follow-names.ts'

export const onUserNamed = on(userNamed, (events, tx) =>
  followNames(
    tx,
    events.map(({ data: { userId, displayName, namedAt } }) => ({
      userId,
      name: displayName,
      namedAt: new Date(namedAt),
    })),
  ),
)
