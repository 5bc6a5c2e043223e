import { planEnded } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { endPlans, erasePlans } from '../use-cases/plans/cover-by-plans.ts'

/** A plan covers nothing any more. The owner is forgotten if erased. */
export const onPlanEnded = (): Handler =>
  on(planEnded, async (events, tx) => {
    const { erased = [], ended = [] } = Object.groupBy(events, ({ data }) =>
      data.reason === 'erased' ? 'erased' : 'ended',
    )
    await endPlans(
      tx,
      ended.map(({ data }) => data.planId),
    )
    await erasePlans(
      tx,
      erased.map(({ data }) => data.planId),
    )
  })
