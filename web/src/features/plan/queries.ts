import { planPortal, planView, startedPlan, type PlanView } from '@walkon/contracts/http/plans'
import { queryOptions } from '@tanstack/react-query'
import { pauseAfterFailure } from '../../lib/after-failure.ts'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks billing about the unlimited plan of an account. */

/** The page of Stripe from which the browser comes back. */
export type Returned = 'payment' | 'portal' | null

/** A payment or a change can be on its way when the browser is back already. */
const RECHECK_MS = 2_000
/** Twenty seconds: a change at the portal is known by then. */
const RECHECKS_AFTER_PORTAL = 10

/** Asked again after the return: from the payment page until billing has heard of the payment, from the portal for a while. */
export const planQuery = (caller: Caller, returned: Returned = null) =>
  queryOptions({
    queryKey: ['plan', caller.key],
    queryFn: ({ signal }) =>
      request(planView, returned === 'portal' ? '/billing/plan?returned=portal' : '/billing/plan', {
        caller,
        signal,
      }),
    refetchInterval: ({ state }) => {
      if (returned === 'payment' && !state.data) return pauseAfterFailure(state)
      return mayHaveNews(returned, state) ? RECHECK_MS : false
    },
  })

type Reads = { data: PlanView | undefined; dataUpdateCount: number; errorUpdateCount: number }

function mayHaveNews(returned: Returned, { data, dataUpdateCount, errorUpdateCount }: Reads): boolean {
  if (returned === 'payment') return data?.state === 'opening'
  return returned === 'portal' && dataUpdateCount + errorUpdateCount <= RECHECKS_AFTER_PORTAL
}

/** The page on which the first month is paid. */
export const startPlan = (caller: Caller) =>
  request(startedPlan, '/billing/plan/checkout', { method: 'POST', caller })

/** The page on which the card is changed and the plan is cancelled. */
export const openPortal = (caller: Caller) =>
  request(planPortal, '/billing/plan/portal', { method: 'POST', caller })
