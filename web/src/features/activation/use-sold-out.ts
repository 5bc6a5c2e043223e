import type { PriceList } from '@walkon/contracts/http/billing'
import { parkSpots } from '@walkon/contracts/http/spots'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '../../lib/api.ts'

/** What is left to sell at a park in the days to come. */
export const parkSpotsQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['spots', parkId],
    queryFn: ({ signal }) => request(parkSpots, `/billing/spots/${parkId}`, { signal }),
    staleTime: 15_000,
  })

/** The days of a park on which nothing is left; none where passes are not limited. Billing decides when the order is sent. */
export function useSoldOut(parkId: string | undefined, prices: PriceList | null | undefined): string[] {
  const isLimited = parkId !== undefined && typeof prices?.dailyPassesPerPark === 'number'
  const { data } = useQuery({ ...parkSpotsQuery(parkId ?? ''), enabled: isLimited })
  return data ? data.days.filter(({ left }) => left === 0).map(({ date }) => date) : []
}
