import {
  coverView,
  endedAlertsList,
  subscriptionList,
  subscriptionView,
  type SubscriptionChange,
  type SubscriptionView,
} from '@walkon/contracts/http/alerts'
import { queryOptions, skipToken, type QueryState } from '@tanstack/react-query'
import { pauseAfterFailure } from '../../lib/after-failure.ts'
import { request, type Caller } from '../../lib/api.ts'
import { pauseUntilKnown } from '../../lib/awaited-payment.ts'
import { toChoice } from './edits.ts'

/** Everything the app asks alert-evaluator about the caller's subscriptions. */

/** Without a caller it asks nothing. */
export const subscriptionsQuery = (caller: Caller | null) =>
  queryOptions({
    queryKey: ['subscriptions', caller?.key],
    queryFn: caller
      ? ({ signal }) => request(subscriptionList, '/alerts/subscriptions', { caller, signal })
      : skipToken,
    // Another device may have changed the rides.
    refetchOnWindowFocus: 'always',
  })

/**
 * Asks for the list again while it may lack an order. Alert-evaluator hears of a pass a moment after billing has answered, and a list
 * from in between would stay without it.
 */
export const askedUntil =
  (isThere: (list: SubscriptionView[]) => boolean) =>
  ({ state }: { state: QueryState<SubscriptionView[]> }): number | false => {
    if (state.data && isThere(state.data)) return false
    return state.error ? pauseAfterFailure(state) : pauseUntilKnown(state.dataUpdateCount)
  }

/** The switch and the rides of one park, saved together. Answers how the server keeps them. */
export function saveSubscription(caller: Caller, id: string, change: SubscriptionChange) {
  return request(subscriptionView, `/alerts/subscriptions/${id}`, { method: 'PATCH', body: change, caller })
}

/** The cover of the caller's plan, under which parks may be added. */
export const coverQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['cover', caller.key],
    enabled: !caller.opensOnePark,
    queryFn: ({ signal }) => request(coverView, '/alerts/cover', { caller, signal }),
  })

/** The parks whose alerts have ended and that the caller has not put away. */
export const endedQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['ended-alerts', caller.key],
    queryFn: ({ signal }) => request(endedAlertsList, '/alerts/ended', { caller, signal }),
  })

/** Answers the ends that are left. */
export const putEndAway = (caller: Caller, subscriptionId: string) =>
  request(endedAlertsList, `/alerts/ended/${subscriptionId}/seen`, { method: 'PUT', caller })

/** Adds a park by the rides that are chosen in it. Answers how the server keeps it. */
export function addPark(caller: Caller, { parkId, watches }: SubscriptionView) {
  const body = { parkId, watches: watches.filter(({ active }) => active).map(toChoice) }
  return request(subscriptionView, '/alerts/subscriptions', { method: 'POST', body, caller })
}
