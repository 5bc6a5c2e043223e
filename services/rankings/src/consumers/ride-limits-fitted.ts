import { rideLimitsFitted } from '@walkon/contracts/events/park-data'
import { on } from '@walkon/messaging/inbox'
import { followWanted } from '../use-cases/follow-wanted.ts'

export const onRideLimitsFitted = on(rideLimitsFitted, (events, tx) =>
  followWanted(
    tx,
    events.flatMap(({ data }) => data.rides),
  ),
)
