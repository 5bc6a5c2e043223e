import type { SubscriptionView } from '@walkon/contracts/http/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { endedQuery, putEndAway, subscriptionsQuery } from './queries.ts'

/** The ends that are not put away yet. A key of one park reads its own. A page that is open when a pass ends asks for them then. */
export function useEnded(caller: Caller, subscriptions: SubscriptionView[] | undefined, now: Date) {
  const queryClient = useQueryClient()
  const { data: list = [], isPending } = useQuery(endedQuery(caller))
  const [openedAt] = useState(now)
  // The clock of the device may be ahead of the server's, which is then asked again.
  const askedAt = subscriptions?.some((subscription) => endsBetween(openedAt, now, subscription))
    ? now.getTime()
    : null

  useEffect(() => {
    if (askedAt === null) return
    for (const { queryKey } of [endedQuery(caller), subscriptionsQuery(caller)])
      void queryClient.invalidateQueries({ queryKey })
  }, [caller, askedAt, queryClient])

  return {
    list,
    isPending,
    async putAway(subscriptionId: string): Promise<void> {
      queryClient.setQueryData(endedQuery(caller).queryKey, await putEndAway(caller, subscriptionId))
    },
  }
}

function endsBetween(openedAt: Date, now: Date, { windows, isCoveredByPlan }: SubscriptionView): boolean {
  const last = windows.at(-1)
  if (isCoveredByPlan || !last) return false
  const endsAt = new Date(last.endsAt)
  return openedAt < endsAt && endsAt <= now
}
