import { doneForTodayPredicted } from '@walkon/contracts/events/alerts'
import { onKeyed, type Handler } from '@walkon/messaging/inbox'
import type { Log } from '@walkon/service/log'
import { deliverAlerts, type DeliverDeps } from '../use-cases/alerts/deliver-alerts.ts'
import { logQueued } from '../use-cases/deliveries/log-steps.ts'

/** Goes the ways of alerts; `delivery_alerts` knows one that comes again. */
export const onDoneForTodayPredicted = ({ log, ...deps }: DeliverDeps & { log: Log }): Handler =>
  onKeyed(doneForTodayPredicted, async (events, tx) => logQueued(log, await deliverAlerts(tx, events, deps)))
