import type { PriceList } from '@walkon/contracts/http/billing'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** The spots left at a park in the days to come. */
export const parkSpotsQuery = (parkId: string) =>
  queryOptions({
    queryKey: ['spots', parkId],
    queryFn: async ({ signal }) => (await import('./park-spots.ts')).listParkSpots(parkId, signal),
    staleTime: 15_000,
  })

/** The days of a park on which nothing is left; none where passes are not limited. Billing decides when the order is sent. */
export function useSoldOut(parkId: string | undefined, prices: PriceList | null | undefined): string[] {
  const isLimited = parkId !== undefined && typeof prices?.dailyPassesPerPark === 'number'
  const { data } = useQuery({ ...parkSpotsQuery(parkId ?? ''), enabled: isLimited })
  return data ? data.days.filter(({ left }) => left === 0).map(({ date }) => date) : []
}
