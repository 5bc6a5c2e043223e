import {
  destinationList,
  liveBoard,
  liveStreamMessage,
  parkView,
  usualDay,
  READ_AT_HEADER,
  STALE_HEADER,
} from '@walkon/contracts/http/parks'
import type { LiveBoardMessage, LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import { queryOptions } from '@tanstack/react-query'
import { request, requestWithHeaders, type Shape } from '../../lib/api.ts'
import type { Board } from './board.ts'

/** Everything the app asks the server about parks. */

export const destinationsQuery = queryOptions({
  queryKey: ['destinations'],
  queryFn: ({ signal }) => request(destinationList, '/parks/destinations', { signal }),
  staleTime: 60 * 60_000,
})

const PARK_FRESH_MS = 10 * 60_000

export const parkQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId],
    queryFn: ({ signal }) => request(parkView, `/parks/${encodeURIComponent(parkId)}`, { signal }),
    staleTime: PARK_FRESH_MS,
    // A page that stays open has the hours of the next day once that begins.
    refetchInterval: PARK_FRESH_MS,
  })

/** The fields that a page reads of a board and of the messages that change it. */
export type BoardShape = { rides: Shape<LiveRideWithQueues[]>; message: Shape<LiveBoardMessage> }

/** The waits alone: all that the first load has. */
export const WAITS: BoardShape = { rides: liveBoard, message: liveStreamMessage }

/** The board as one answer, for when it cannot be had as a stream. The last one is kept for a visitor without signal. */
export const boardQuery = (parkId: string, { rides }: BoardShape = WAITS) =>
  queryOptions({
    queryKey: ['parks', parkId, 'board'],
    queryFn: async ({ signal }): Promise<Board> => {
      const { data, headers } = await requestWithHeaders(rides, `/parks/${encodeURIComponent(parkId)}/live`, {
        signal,
      })
      return {
        rides: data,
        readAt: headers.get(READ_AT_HEADER) ?? new Date().toISOString(),
        isStale: headers.get(STALE_HEADER) === 'true',
      }
    },
    gcTime: Infinity,
  })

/** It changes once a day. */
const USUAL_FRESH_MS = 6 * 60 * 60_000

/** The usual waits of a ride at each hour, for the chart of its day. */
export const usualDayQuery = (rideId: string) =>
  queryOptions({
    queryKey: ['usual-day', rideId],
    queryFn: ({ signal }) =>
      request(usualDay, `/parks/attractions/${encodeURIComponent(rideId)}/usual`, { signal }),
    staleTime: USUAL_FRESH_MS,
  })
