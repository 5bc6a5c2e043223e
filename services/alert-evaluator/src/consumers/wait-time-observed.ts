import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { AlertMetrics } from '../use-cases/measure-alerts.ts'
import { alertVisitors } from '../use-cases/alert-visitors.ts'
import type { AlertMaker } from '../use-cases/make-alerts.ts'

export const onWaitTimeObserved = (deps: {
  makeAlerts: AlertMaker
  metrics: AlertMetrics
  now: () => Date
}): Handler => on(waitTimeObserved, (events, tx) => alertVisitors(deps, tx, events))
