import { alertTriggered } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { deliverAlerts, type DeliverDeps } from '../use-cases/alerts/deliver-alerts.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'

export const onAlertTriggered = ({ log, ...deps }: DeliverDeps & { log: Log }): Handler =>
  on(alertTriggered, async (events, tx) => logQueued(log, await deliverAlerts(tx, events, deps)))
