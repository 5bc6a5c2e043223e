import { userAddressChanged } from '@walkon/contracts/events/identity'
import { on } from '@walkon/messaging/inbox'
import { moveAlertsOf } from '../use-cases/move-alerts.ts'

export const onUserAddressChanged = on(userAddressChanged, (events, tx) =>
  moveAlertsOf(
    tx,
    events.map(({ data }) => data),
  ),
)
