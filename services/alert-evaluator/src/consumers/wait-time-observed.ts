import { waitTimeObserved } from '@walkon/contracts/events/park-data'
import { on, type Handler } from '@walkon/messaging/inbox'
import { alertCrowd, alertVisitors, type AlertingDeps } from '../use-cases/alert-visitors.ts'

export const onWaitTimeObserved = (deps: AlertingDeps): Handler =>
  on(
    waitTimeObserved,
    (events, tx, position) => alertVisitors(deps, tx, events, position),
    (events, position) => alertCrowd(deps, events, position),
  )
