import { planCoverageChanged } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { coverByPlans } from '../use-cases/plans/cover-by-plans.ts'

export const onPlanCoverageChanged = (): Handler =>
  on(planCoverageChanged, (events, tx) =>
    coverByPlans(
      tx,
      events.map(({ data }) => data),
    ),
  )
