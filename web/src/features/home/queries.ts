import { alertsToday } from '@walkon/contracts/http/alerts-today'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** The alerts that were sent today, counted. */
export const alertsTodayQuery = queryOptions({
  queryKey: ['alerts-today'],
  queryFn: ({ signal }) => request(alertsToday, '/notifications/alerts-today', { signal }),
  staleTime: 60_000,
})

/** The spots left today at each park, where billing limits them. */
export const spotsTodayQuery = queryOptions({
  queryKey: ['spots-today'],
  queryFn: async ({ signal }) => (await import('./spots-today.ts')).listSpotsToday(signal),
  staleTime: 15_000,
})
