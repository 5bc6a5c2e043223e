import { passActivated } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { registerPasses } from '../use-cases/passes/register-passes.ts'
import { extendSubscriptions, type ExtensionDeps } from '../use-cases/passes/extend-subscriptions.ts'

export const onPassActivated = (deps: ExtensionDeps): Handler =>
  on(passActivated, async (events, tx) => {
    const passes = events.map(({ data, occurredAt }) => ({
      ...data,
      ...data.recipient,
      email: data.email.toLowerCase(),
      activatedAt: occurredAt,
    }))
    await extendSubscriptions(deps, tx, passes)
    await registerPasses(tx, passes)
  })
