import { liveBoardWithQueues, liveStreamMessageWithQueues } from '@walkon/contracts/http/live-queues'
import { rideUsualWaits } from '@walkon/contracts/http/usual-waits'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'
import type { BoardShape } from './queries.ts'

/** What the live page alone asks about rides: apart from queries.ts, which the first load has. */

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
