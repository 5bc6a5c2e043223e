import { notificationRequested } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { deliverNotifications, type NotificationDeps } from '../use-cases/letters/deliver-notifications.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'

export const onNotificationRequested = ({ log, ...deps }: NotificationDeps & { log: Log }): Handler =>
  on(notificationRequested, async (events, tx) =>
    logQueued(log, await deliverNotifications(tx, events, deps)),
  )
