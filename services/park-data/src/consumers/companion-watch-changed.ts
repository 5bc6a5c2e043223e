import { companionWatchChanged } from '@walkon/contracts/events/planner'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectCompanionParks } from '../use-cases/polling/project-watched-parks.ts'

export const onCompanionWatchChanged = (): Handler =>
  on(companionWatchChanged, (events, tx) => projectCompanionParks(tx, events))
