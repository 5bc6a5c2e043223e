import { historyList, type HistoryEntry } from '@walkon/contracts/http/notifications'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { unknown } from 'zod/mini'
import { request, type Caller } from '../../lib/api.ts'

/** Everything the app asks notifier about the caller's alerts. */

export const historyQuery = (caller: Caller) =>
  queryOptions({
    queryKey: ['history', caller.key],
    queryFn: ({ signal }) => request(historyList, '/notifications/history', { caller, signal }),
    // An alert that comes while the page is open shows up in it.
    refetchInterval: 60_000,
  })

/** The list empties at once, and comes back if the server refuses. */
export function useClearHistory(caller: Caller) {
  const queryClient = useQueryClient()
  const { queryKey } = historyQuery(caller)
  return useMutation({
    mutationFn: () => request(unknown(), '/notifications/history', { method: 'DELETE', caller }),
    onMutate: async () => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData<HistoryEntry[]>(queryKey, [])
      return before
    },
    onError: (_error, _none, before) => queryClient.setQueryData(queryKey, before),
  })
}
