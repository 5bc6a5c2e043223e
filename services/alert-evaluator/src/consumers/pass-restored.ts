import { passRestored } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import type { ExtensionDeps } from '../use-cases/passes/extend-subscriptions.ts'
import { registerPasses } from '../use-cases/passes/register-passes.ts'
import { restorePasses } from '../use-cases/passes/restore-passes.ts'

export const onPassRestored = (deps: ExtensionDeps): Handler =>
  on(passRestored, async (events, tx) => {
    const passes = events.map(({ data }) => ({ ...data, ...data.recipient, email: data.email.toLowerCase() }))
    await restorePasses(deps, tx, passes)
    await registerPasses(tx, passes)
  })
