import { useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { subscriptionsQuery } from './queries.ts'

/** The limits in minutes at which the caller's running alerts tell of the rides of a park, by ride. Empty for a visitor without an account. */
export function useWatchedLimits(caller: Caller | null, parkId: string): ReadonlyMap<string, number> {
  const { data = [] } = useQuery(subscriptionsQuery(caller))
  const running = data.find(
    (subscription) =>
      subscription.parkId === parkId && subscription.active && subscription.state === 'active',
  )
  const watched = running?.watches.filter(({ active }) => active) ?? []
  return new Map(watched.map(({ rideId, thresholdMinutes }) => [rideId, thresholdMinutes]))
}
