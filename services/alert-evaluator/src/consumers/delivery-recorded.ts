import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { onKeyed, type Handler } from '@walkon/messaging/inbox'
import { saveOutcomes } from '../db/alerts/outcomes.ts'

/** Any outcome of a message proves that notifier has the alerts that it named; the first one counts. */
export const onDeliveryRecorded = (): Handler =>
  onKeyed(deliveryRecorded, (events, tx) =>
    saveOutcomes(
      tx,
      events.flatMap(({ data: { alerts, channel, outcome, recordedAt } }) =>
        alerts.map(({ alertId }) => ({ alertId, channel, outcome, recordedAt })),
      ),
    ),
  )
