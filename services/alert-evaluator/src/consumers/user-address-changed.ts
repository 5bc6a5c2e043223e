import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { endLinksOf } from '@walkon/runtime/ended-links'

/** Ends the links that were mailed to the old address. Subscriptions move with their passes, on PassMoved. */
export const onUserAddressChanged = ({ now }: { now: () => Date }): Handler =>
  on(userAddressChanged, (events, tx) =>
    endLinksOf(
      tx,
      events.map(({ data }) => data.oldEmail),
      now(),
    ),
  )
