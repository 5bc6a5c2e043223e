import { alertsToday } from '@walkon/contracts/http/alerts-today'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** The alerts that were sent today, counted. Apart from queries.ts, which is part of the first load. */
export const alertsTodayQuery = queryOptions({
  queryKey: ['alerts-today'],
  queryFn: ({ signal }) => request(alertsToday, '/notifications/alerts-today', { signal }),
  staleTime: 60_000,
})
