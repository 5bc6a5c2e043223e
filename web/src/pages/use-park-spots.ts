import { useQuery } from '@tanstack/react-query'
import { spotsTodayQuery } from '../features/home/queries.ts'
import { sampleSpots } from '../features/home/sample-figures.ts'
import { configQuery, pricesQuery } from '../features/settings/queries.ts'

/** The spots left today at a park. The samples know the popular parks alone. */
export type SpotsAt = (parkId: string) => number | undefined

/**
 * Null if there is nothing true to say: with `HOME_FIGURES=live`, spots exist only if `DAILY_PASSES_PER_PARK` limits sales (decisions,
 * section 10).
 */
export function useParkSpots(date: string): SpotsAt | null {
  const figures = useQuery(configQuery).data?.homeFigures
  const isLimited = typeof useQuery(pricesQuery).data?.dailyPassesPerPark === 'number'
  const { data } = useQuery({ ...spotsTodayQuery, enabled: figures === 'live' && isLimited })
  if (figures === 'sample') {
    const spots = sampleSpots(date)
    return (parkId) => spots.get(parkId)
  }
  const limit = data?.dailyPassesPerPark
  if (figures !== 'live' || typeof limit !== 'number') return null
  const left = new Map(data?.parks.map((park) => [park.parkId, park.left]))
  return (parkId) => left.get(parkId) ?? limit
}
