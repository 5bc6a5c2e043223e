import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { useNow } from '../../lib/use-now.ts'
import { assistDayQuery, RECHECK_MS, subscriptionQuery } from './queries.ts'

/** The paid days, and whether one runs. Planner is asked again until it has heard of a day that has begun. */
export function useDays(caller: Caller) {
  const now = useNow()
  const days = useQuery(assistDayQuery(caller))
  const hasBegun = days.data?.days.some(({ startsAt }) => Date.parse(startsAt) <= now.getTime()) ?? false
  const subscription = useQuery({
    ...subscriptionQuery(caller),
    refetchInterval: ({ state }) => (hasBegun && !state.data?.subscribed ? RECHECK_MS : false),
  })
  return { days, subscription }
}
