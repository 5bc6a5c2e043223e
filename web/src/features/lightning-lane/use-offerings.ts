import { MAX_LANE_PARKS, type LanePark, type LanePreference } from '@walkon/contracts/http/lightning-lane'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Caller } from '../../lib/api.ts'
import { offeringsQuery } from './queries.ts'
import { useLaneStream } from './use-lane-stream.ts'

/** The present offers of the page's park, and of the parks of the account's preferences: as many as may be asked for together. */
export function useOfferings(caller: Caller, park: LanePark, preferences: LanePreference[]) {
  const wanted = preferences.map(({ parkId }) => parkId)
  const parkIds = [...new Set([park.id, ...wanted])].slice(0, MAX_LANE_PARKS)
  const isLive = useLaneStream(parkIds)
  return useQuery({
    ...offeringsQuery(caller, parkIds, { isLive }),
    placeholderData: keepPreviousData,
  })
}
