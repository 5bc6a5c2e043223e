import { alertTriggered } from '@walkon/contracts/events/alerts'
import { onKeyed, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { deliverAlerts, type DeliverDeps } from '../use-cases/alerts/deliver-alerts.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'

/** The keys of `delivery_alerts` know an alert that comes again. */
export const onAlertTriggered = ({ log, ...deps }: DeliverDeps & { log: Log }): Handler =>
  onKeyed(alertTriggered, async (events, tx) => logQueued(log, await deliverAlerts(tx, events, deps)))
