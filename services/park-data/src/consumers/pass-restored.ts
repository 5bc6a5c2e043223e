import { passRestored } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectPasses } from '../use-cases/polling/project-passes.ts'

export function projectRestoredPasses(): Handler {
  return on(passRestored, (events, tx) => projectPasses(tx, events))
}
