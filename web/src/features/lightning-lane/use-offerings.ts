import { MAX_LANE_PARKS, type LanePark, type LanePreference } from '@walkon/contracts/http/lightning-lane'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import type { Caller } from '../../lib/api.ts'
import { offeringsQuery, preferencesQuery } from './queries.ts'
import { useLaneStream } from './use-lane-stream.ts'

/**
 * The present offers of up to four parks. The parks are in the address, so that a reload and the back button keep them; without any, those
 * of the account's preferences come first.
 */
export function useOfferings(caller: Caller, parks: LanePark[]) {
  const [params, setParams] = useSearchParams()
  const preferences = useQuery(preferencesQuery(caller))
  const wanted = preferences.data?.preferences ?? []
  const named = params.get('parks')?.split(',') ?? []
  const known = parks.filter(({ id }) => named.includes(id))
  const chosen = (known.length > 0 ? known : wantedFirst(parks, wanted)).slice(0, MAX_LANE_PARKS)
  const chosenIds = chosen.map(({ id }) => id)
  const isLive = useLaneStream(chosenIds)
  const offerings = useQuery({
    ...offeringsQuery(caller, chosenIds, { isLive }),
    enabled: chosen.length > 0 && !preferences.isPending,
    placeholderData: keepPreviousData,
  })

  function toggle(id: string): void {
    const next = chosenIds.includes(id) ? chosenIds.filter((each) => each !== id) : [...chosenIds, id]
    if (next.length > 0) setParams({ parks: next.join(',') }, { replace: true })
  }

  return { chosen, offerings, wantedIds: wanted.map(({ attractionId }) => attractionId), toggle }
}

function wantedFirst(parks: LanePark[], wanted: LanePreference[]): LanePark[] {
  const place = ({ id }: LanePark) => (wanted.some(({ parkId }) => parkId === id) ? 0 : 1)
  return parks.toSorted((one, other) => place(one) - place(other))
}
