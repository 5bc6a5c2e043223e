import { notificationCancelled } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { cancelNotifications } from '../use-cases/alerts/cancel-notifications.ts'

export const onNotificationCancelled = (): Handler =>
  on(notificationCancelled, (events, tx) =>
    cancelNotifications(
      tx,
      events.map(({ data }) => data.notificationId),
    ),
  )
