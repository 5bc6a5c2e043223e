import { passMoved } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { MoveDeps } from '../use-cases/subscriptions/move-subscriptions.ts'
import { movePasses } from '../use-cases/passes/move-passes.ts'

export const onPassMoved = (deps: MoveDeps): Handler =>
  on(passMoved, async (events, tx) => {
    for (const { data } of events) await movePasses(deps, tx, data)
  })
