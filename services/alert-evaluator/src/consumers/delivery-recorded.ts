import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { markAccounted } from '../db/accounting.ts'

/** Whatever became of the message, the alerts it named have reached an end. */
export function accountForAlerts(): Handler {
  return on(deliveryRecorded, async (events, tx) => {
    const alertIds = events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId))
    await markAccounted(tx, alertIds)
  })
}
