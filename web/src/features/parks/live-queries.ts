import { liveBoardWithQueues, liveStreamMessageWithQueues } from '@walkon/contracts/http/live-queues'
import { parkHours, parkShows } from '@walkon/contracts/http/park-day'
import { rideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import type { BoardShape } from './queries.ts'

/** Queries of the live page alone about a park and its rides: apart from queries.ts, which the first load has. */

/** The waits with the queues beside standby. */
export const WAITS_AND_QUEUES: BoardShape = {
  rides: liveBoardWithQueues,
  message: liveStreamMessageWithQueues,
}

/** It changes once a day, and the usual wait of the hour with the hour. */
const USUAL_FRESH_MS = 10 * 60_000

export const usualQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['usual-waits', rideId],
    queryFn: ({ signal }) =>
      request(rideUsualWaits, `/parks/attractions/${encodeURIComponent(rideId)}/usual`, { signal }),
    staleTime: USUAL_FRESH_MS,
  })

/** A show that is put off moves its time; once a minute is as often as the feed is read. */
const SHOWS_FRESH_MS = 60_000

export const showsQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'shows'],
    queryFn: ({ signal }) => request(parkShows, `/parks/${encodeURIComponent(parkId)}/shows`, { signal }),
    staleTime: SHOWS_FRESH_MS,
    refetchInterval: SHOWS_FRESH_MS,
  })

export const hoursQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'hours'],
    queryFn: ({ signal }) => request(parkHours, `/parks/${encodeURIComponent(parkId)}/hours`, { signal }),
    staleTime: 60 * 60_000,
  })
