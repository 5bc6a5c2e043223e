import { parkWatchChanged } from '@walkon/contracts/events/alerts'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectWatchedParks } from '../use-cases/polling/project-watched-parks.ts'

export const onParkWatchChanged = (): Handler =>
  on(parkWatchChanged, (events, tx) => projectWatchedParks(tx, events))
