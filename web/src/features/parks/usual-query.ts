import { parkUsualWaits } from '@walkon/contracts/http/usual-waits'
import { queryOptions } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** One answer for all rides of a park, which changes once a day. */
export const parkUsualQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['parks', parkId, 'usual'],
    queryFn: ({ signal }) =>
      request(parkUsualWaits, `/parks/${encodeURIComponent(parkId)}/usual`, { signal }),
    staleTime: 60 * 60_000,
  })
