import { passActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { projectPasses } from '../use-cases/polling/project-passes.ts'

export function projectActivatedPasses(): Handler {
  return on(passActivated, (events, tx) => projectPasses(tx, events))
}
