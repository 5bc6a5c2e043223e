import {
  alertPreferences,
  type AlertPreferences,
  type QuietHours,
} from '@walkon/contracts/http/alert-preferences'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { askedAgain } from '../../lib/after-failure.ts'
import { ApiError, request, type Caller } from '../../lib/api.ts'
import { subscriptionsQuery } from './queries.ts'

/** When the caller wants no alerts: quiet hours of each day, and a pause for today. */
const preferencesQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['alert-preferences', caller.key],
    enabled: !caller.opensOnePark,
    queryFn: ({ signal }) => request(alertPreferences, '/alerts/preferences', { caller, signal }),
    refetchInterval: askedAgain,
  })

export type Preferences = ReturnType<typeof usePreferences>

/** Each change answers what the server keeps, and throws where it refuses. */
export function usePreferences(caller: Caller) {
  const queryClient = useQueryClient()
  const query = useQuery(preferencesQuery(caller))

  async function change(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    const { queryKey } = preferencesQuery(caller)
    try {
      const kept = await request(alertPreferences, path, { method, caller, ...(body && { body }) })
      // An answer that was asked for before the change must not take its place.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, kept)
    } catch (error) {
      // A link that has ended: the page learns it by its subscriptions.
      if (error instanceof ApiError && error.status === 401) {
        await queryClient.invalidateQueries({ queryKey: subscriptionsQuery(caller).queryKey })
      }
      throw error
    }
  }

  return {
    query,
    /** A further try of a load that has failed leaves the page as it is. */
    isFirstLoad: query.isPending && query.errorUpdateCount === 0,
    setQuietHours: (quietHours: QuietHours | null) => change('PUT', '/alerts/preferences', { quietHours }),
    pause: () => change('PUT', '/alerts/preferences/pause'),
    resume: () => change('DELETE', '/alerts/preferences/pause'),
  }
}

export type PausedPark = AlertPreferences['pausedParks'][number]
