import { useQuery } from '@tanstack/react-query'
import { spotsTodayQuery } from '../features/home/queries.ts'
import { sampleParkSpots, sampleSpots } from '../features/home/sample-figures.ts'
import { configQuery, pricesQuery } from '../features/settings/queries.ts'

/** The spots left today: of one park, and of these parks together. */
export type Spots = { at: (parkId: string) => number; ofAll: (parkIds: string[]) => number }

/**
 * Null where there is nothing true to say: with `HOME_FIGURES=live`, spots exist only where `DAILY_PASSES_PER_PARK` limits what is sold
 * (decisions, section 10).
 */
export function useParkSpots(date: string): Spots | null {
  const figures = useQuery(configQuery).data?.homeFigures
  const isLimited = typeof useQuery(pricesQuery).data?.dailyPassesPerPark === 'number'
  const { data } = useQuery({ ...spotsTodayQuery, enabled: figures === 'live' && isLimited })
  if (figures === 'sample')
    return { at: (parkId) => sampleParkSpots(date, parkId), ofAll: () => sampleSpots(date) }
  const limit = data?.dailyPassesPerPark
  if (figures !== 'live' || typeof limit !== 'number') return null
  const left = new Map(data?.parks.map((park) => [park.parkId, park.left]))
  const at = (parkId: string) => left.get(parkId) ?? limit
  return { at, ofAll: (parkIds) => parkIds.reduce((sum, parkId) => sum + at(parkId), 0) }
}
