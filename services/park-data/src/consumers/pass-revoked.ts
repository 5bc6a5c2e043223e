import { passRevoked } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { deleteRevokedPasses } from '../use-cases/polling/project-passes.ts'

export function projectRevokedPasses(): Handler {
  return on(passRevoked, (events, tx) => deleteRevokedPasses(tx, events))
}
