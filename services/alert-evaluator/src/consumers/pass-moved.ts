import { passMoved } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { movePasses } from '../use-cases/move-passes.ts'

export const onPassMoved = (deps: { defaultThresholdMinutes: number }): Handler =>
  on(passMoved, async (events, tx) => {
    for (const { data } of events) await movePasses(deps, tx, data)
  })
