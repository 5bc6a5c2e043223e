import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { onKeyed, type Handler } from '@walkon/messaging/inbox'
import { saveAccounted } from '@walkon/runtime/accounting'
import { ALERTS } from '../db/alerts/accounting.ts'

/** Any outcome of a message proves that notifier has the alerts that it named; the first one counts. */
export const onDeliveryRecorded = (): Handler =>
  onKeyed(deliveryRecorded, (events, tx) =>
    saveAccounted(
      tx,
      ALERTS,
      events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId)),
    ),
  )
