import { planEnded } from '@walkon/contracts/events/billing'
import { on, type Handler } from '@walkon/messaging/inbox'
import { endPlans } from '../use-cases/plans/cover-by-plans.ts'
import { erasePlans } from '../use-cases/plans/erase-plans.ts'

/** A plan covers nothing any more. The data of one that ended because its owner is erased goes too. */
export const onPlanEnded = ({ now }: { now: () => Date }): Handler =>
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
      now(),
    )
  })
