import { queryOptions } from '@tanstack/react-query'

/** The spots left today at each park, where billing limits them. */
export const spotsTodayQuery = queryOptions({
  queryKey: ['spots-today'],
  queryFn: async ({ signal }) => (await import('./spots-today.ts')).listSpotsToday(signal),
  staleTime: 15_000,
})
