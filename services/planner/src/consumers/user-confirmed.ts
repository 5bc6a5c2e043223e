import { userConfirmed } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { followAddresses } from '../use-cases/follow-addresses.ts'

export const onUserConfirmed = (): Handler =>
  on(userConfirmed, (events, tx) =>
    followAddresses(
      tx,
      events.map(({ data: { userId, email, confirmedAt: heldSince } }) => ({ userId, email, heldSince })),
    ),
  )
