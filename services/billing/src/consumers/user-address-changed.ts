import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on, type Handler } from '@walkon/messaging/inbox'
import { moveOrders } from '../use-cases/accounts/move-orders.ts'

export const onUserAddressChanged = ({ now }: { now: () => Date }): Handler =>
  on(userAddressChanged, (events, tx) =>
    moveOrders(
      tx,
      events.map(({ data }) => data),
      now(),
    ),
  )
