import { passRestored } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { ExtensionDeps } from '../use-cases/passes/extend-subscriptions.ts'
import { restorePasses } from '../use-cases/passes/restore-passes.ts'

export const onPassRestored = (deps: ExtensionDeps): Handler =>
  on(passRestored, (events, tx) => {
    const passes = events.map(({ data }) => ({ ...data, ...data.recipient, email: data.email.toLowerCase() }))
    return restorePasses(deps, tx, passes)
  })
