import { subscriptionList, type SubscriptionView, type WatchChoice } from '@walkon/contracts/http/alerts'
import { queryOptions } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { changesOf } from './edits.ts'

/** Everything the app asks alert-evaluator about the caller's subscriptions. */

export const subscriptionsQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['subscriptions', caller.key],
    queryFn: ({ signal }) => request(subscriptionList, '/alerts/subscriptions', { caller, signal }),
  })

/** Saves what was edited, and nothing else. The rides go last, because switching a park off needs no rides. */
export async function saveSubscription(
  caller: Caller,
  saved: SubscriptionView,
  edited: SubscriptionView,
): Promise<void> {
  const { active, watches } = changesOf(saved, edited)
  if (active !== undefined) {
    await request(unknown(), `/alerts/subscriptions/${saved.id}`, {
      method: 'PATCH',
      body: { active },
      caller,
    })
  }
  if (watches) await saveWatches(caller, saved.id, watches)
}

async function saveWatches(caller: Caller, subscriptionId: string, watches: WatchChoice[]): Promise<void> {
  await request(unknown(), `/alerts/subscriptions/${subscriptionId}/watches`, {
    method: 'PUT',
    body: watches,
    caller,
  })
}
