import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import {
  alertCrowd,
  alertVisitors,
  type AlertingDeps,
  type EvaluatedPolls,
} from '../use-cases/alerts/alert-visitors.ts'

export const onWaitTimeObserved = (deps: AlertingDeps): Handler =>
  on<typeof waitTimeObserved, EvaluatedPolls>(
    waitTimeObserved,
    (events, tx, position, evaluated) => alertVisitors(deps, tx, events, position, evaluated),
    (events, position) => alertCrowd(deps, events, position),
  )
