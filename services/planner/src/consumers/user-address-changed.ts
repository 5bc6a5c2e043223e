import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { followAddresses } from '../use-cases/follow-addresses.ts'

export const onUserAddressChanged = (): Handler =>
  on(userAddressChanged, (events, tx) =>
    followAddresses(
      tx,
      events.map(({ data: { userId, newEmail: email, changedAt: heldSince } }) => ({
        userId,
        email,
        heldSince,
      })),
    ),
  )
