import { notificationWithdrawn } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { withdrawNotifications } from '../use-cases/withdraw-notifications.ts'

export const onNotificationWithdrawn = (): Handler =>
  on(notificationWithdrawn, (events, tx) =>
    withdrawNotifications(
      tx,
      events.map(({ data }) => data.notificationId),
    ),
  )
