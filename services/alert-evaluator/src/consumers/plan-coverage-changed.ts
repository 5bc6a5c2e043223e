import { planCoverageChanged } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { coverByPlans } from '../use-cases/plans/cover-by-plans.ts'
import { registerPlans } from '../use-cases/plans/register-plans.ts'
import type { MoveDeps } from '../use-cases/subscriptions/move-subscriptions.ts'

export const onPlanCoverageChanged = (deps: MoveDeps): Handler =>
  on(planCoverageChanged, async (events, tx) => {
    const coverages = events.map(({ data, occurredAt }) => ({
      ...data,
      email: data.email.toLowerCase(),
      saidAt: occurredAt.toISOString(),
    }))
    await coverByPlans(deps, tx, coverages)
    await registerPlans(tx, coverages)
  })
