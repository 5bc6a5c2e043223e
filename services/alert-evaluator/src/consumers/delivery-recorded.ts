import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { saveAccounted } from '../db/accounting.ts'

/** Every outcome of a message proves that the alerts it named have arrived where messages are sent. */
export const onDeliveryRecorded = (): Handler =>
  on(deliveryRecorded, (events, tx) =>
    saveAccounted(
      tx,
      events.flatMap(({ data }) => data.alerts.map(({ alertId }) => alertId)),
    ),
  )
