import * as alerts from './events/alerts.ts'
import * as billing from './events/billing.ts'
import * as identity from './events/identity.ts'
import * as notifications from './events/notifications.ts'
import * as parkData from './events/park-data.ts'
import * as planner from './events/planner.ts'
import * as rankings from './events/rankings.ts'

/** The types of all events that there are, so that a consumer tells one that is not its own from one that is not defined. */
export const EVENT_TYPES: ReadonlySet<string> = new Set(
  [alerts, billing, identity, notifications, parkData, planner, rankings]
    .flatMap((module) => Object.values(module))
    .flatMap((value) => ('topic' in value ? [value.type] : [])),
)
