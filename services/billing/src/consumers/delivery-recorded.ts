import { deliveryRecorded } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { recordOutcomes } from '../use-cases/guarantee/record-outcomes.ts'

/** Messages without alerts, such as letters, are passed over. */
export const onDeliveryRecorded = (now: () => Date): Handler =>
  on(deliveryRecorded, (events, tx) =>
    recordOutcomes(
      tx,
      events.flatMap(({ data: { deliveryId, channel, outcome, alerts, recordedAt } }) =>
        alerts.map(({ alertId }) => ({ alertId, deliveryId, channel, outcome, recordedAt })),
      ),
      now(),
    ),
  )
