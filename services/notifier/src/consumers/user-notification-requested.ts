import { userNotificationRequested } from '@walkon/contracts/events/notifications'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { deliverToUsers, type UserRequestDeps } from '../use-cases/letters/deliver-to-users.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'

export const onUserNotificationRequested = ({ log, ...deps }: UserRequestDeps & { log: Log }): Handler =>
  on(userNotificationRequested, async (events, tx) => logQueued(log, await deliverToUsers(tx, events, deps)))
