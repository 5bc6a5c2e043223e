import { parkBestTimes, rideStatistics } from '@walkon/contracts/http/ride-statistics'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** A day's statistics change at night; what is left of the best hours, and today's breakdowns, during the day. */
const FRESH_MS = 5 * 60_000

export const rideStatisticsQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['ride-statistics', rideId],
    queryFn: ({ signal }) =>
      request(rideStatistics, `/parks/attractions/${encodeURIComponent(rideId)}/statistics`, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })

export const parkBestTimesQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'best-times'],
    queryFn: ({ signal }) =>
      request(parkBestTimes, `/parks/${encodeURIComponent(parkId)}/best-times`, { signal }),
    staleTime: FRESH_MS,
    refetchInterval: FRESH_MS,
  })
