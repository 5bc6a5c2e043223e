import { alertTriggered } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { deliverAlerts } from '../use-cases/deliver-alerts.ts'

export const onAlertTriggered = ({ expiryMinutes }: { expiryMinutes: number }): Handler =>
  on(alertTriggered, (events, tx) => deliverAlerts(tx, events, expiryMinutes))
