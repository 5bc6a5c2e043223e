import { notificationRequested } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import { deliverNotifications } from '../use-cases/deliver-notifications.ts'

export const onNotificationRequested = (): Handler =>
  on(notificationRequested, (events, tx) => deliverNotifications(tx, events))
