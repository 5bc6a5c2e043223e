import { planPortal, planView, startedPlan } from '@walkon/contracts/http/plans'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks billing about the unlimited plan of an account. */

/** A payment can be on its way when the browser is back already. */
const RECHECK_MS = 2_000

/** Asked again, after the return from the payment page, until billing has heard of the payment. */
export const planQuery = (caller: Caller, { hasReturned = false } = {}) =>
  queryOptions({
    queryKey: ['plan', caller.key],
    queryFn: ({ signal }) => request(planView, '/billing/plan', { caller, signal }),
    refetchInterval: ({ state: { data } }) => (hasReturned && data?.state === 'opening' ? RECHECK_MS : false),
  })

/** The page on which the first month is paid. */
export const startPlan = (caller: Caller) =>
  request(startedPlan, '/billing/plan/checkout', { method: 'POST', caller })

/** The page on which the card is changed and the plan is cancelled. */
export const openPortal = (caller: Caller) =>
  request(planPortal, '/billing/plan/portal', { method: 'POST', caller })
