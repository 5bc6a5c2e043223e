import { subscriptionList, subscriptionView, type SubscriptionChange } from '@walkon/contracts/http/alerts'
import { queryOptions } from '@tanstack/react-query'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks alert-evaluator about the caller's subscriptions. */

export const subscriptionsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['subscriptions', caller.key],
    queryFn: ({ signal }) => request(subscriptionList, '/alerts/subscriptions', { caller, signal }),
  })

/** The switch and the rides of one park, saved together. Answers how the server keeps them. */
export function saveSubscription(caller: Caller, id: string, change: SubscriptionChange) {
  return request(subscriptionView, `/alerts/subscriptions/${id}`, { method: 'PATCH', body: change, caller })
}
