import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { saveAccounted } from '@walkon/runtime/accounting'
import { ALERTS } from '../db/alerts/accounting.ts'

/** Any outcome of a message proves that notifier has the alerts that it named. */
export const onDeliveryRecorded = (): Handler =>
  on(deliveryRecorded, (events, tx) =>
    saveAccounted(
      tx,
      ALERTS,
      events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId)),
    ),
  )
