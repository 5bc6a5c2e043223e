import { historyList, type HistoryEntry } from '@walkon/contracts/http/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'
import { readTabValue, writeTabValue } from '../../lib/tab-store.ts'

/** Everything the app asks notifier about the caller's alerts. */

export const historyQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['history', caller.key],
    enabled: !caller.opensOnePark,
    queryFn: async ({ signal }) =>
      hideCleared(caller, await request(historyList, '/notifications/history', { caller, signal })),
    // An alert that comes while the page is open shows up in it.
    refetchInterval: 60_000,
  })

const CLEARED = 'walkon.history-cleared'

/** A link can be forwarded, so that it empties the list in its tab alone: until when, by the alerts themselves. */
const isOfLink = ({ renew }: Caller) => renew === undefined

function hideCleared(caller: Caller, entries: HistoryEntry[]): HistoryEntry[] {
  const until = isOfLink(caller) ? (readTabValue(CLEARED) ?? '') : ''
  return entries.filter(({ createdAt }) => createdAt > until)
}

/** The list empties at once, and comes back if the server refuses. */
export function useClearHistory(caller: Caller) {
  const queryClient = useQueryClient()
  const { queryKey } = historyQuery(caller)
  return useMutation({
    mutationFn: async () =>
      isOfLink(caller) || request(unknown(), '/notifications/history', { method: 'DELETE', caller }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (isOfLink(caller) && before?.[0]) writeTabValue(CLEARED, before[0].createdAt)
      queryClient.setQueryData<HistoryEntry[]>(queryKey, [])
      return before
    },
    onError: (_error, _none, before) => queryClient.setQueryData(queryKey, before),
  })
}
