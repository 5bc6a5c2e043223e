import type { DestinationView } from '@walkon/contracts/http/parks'

export type ParkChoice = {
  id: string
  name: string
  timezone: string
  /** Places left today, where they are counted. */
  spots?: number
}

export const MAGIC_KINGDOM = '75ea578a-adc8-4116-a54d-dccb60765ef9'

export const MAGIC_KINGDOM_TIMEZONE = 'America/New_York'

/** The park that the home page opens with, before the list of the parks is there. */
export const FIRST_CHOICE: ParkChoice = {
  id: MAGIC_KINGDOM,
  name: 'Magic Kingdom',
  timezone: MAGIC_KINGDOM_TIMEZONE,
}

/** The fixed list of the home page (core, section 2), by the ids of the park feed: six popular parks and ten others. Their names are the catalogue's. */
export const POPULAR = [
  MAGIC_KINGDOM,
  '47f90d2c-e191-4239-a466-5892ef59a88b', // EPCOT
  '288747d1-8b4f-4a64-867e-ea7c9b27bad8', // Hollywood Studios
  '1c84a229-8862-4648-9c71-378ddd2c7693', // Animal Kingdom
  '7340550b-c14d-4def-80bb-acdb51d49a66', // Disneyland
  '832fcd51-ea19-4e77-85c7-75d5843b127c', // California Adventure
]

const OTHERS = [
  'eb3f4560-2383-4a36-9152-6b3e5ed6bc57', // Universal Studios Orlando
  'bc4005c5-8c7e-41d7-b349-cdddf1796427', // Universal Studios Hollywood
  'c6073ab0-83aa-4e25-8d60-12c8f25684bc', // Six Flags Magic Mountain
  'c8299e1a-0098-4677-8ead-dd0da204f8dc', // Cedar Point
  '267615cc-8943-4c2a-ae2c-5da728ca591f', // Islands of Adventure
  'fe78a026-b91b-470c-b906-9d2266b692da', // Volcano Bay
  '27d64dee-d85e-48dc-ad6d-8077445cd946', // SeaWorld Orlando
  'fc40c99a-be0a-42f4-a483-1e939db275c2', // Busch Gardens Tampa
  '0a6123bb-1e8c-4b18-a2d3-2696cf2451f5', // Knott’s Berry Farm
  '556f0126-8082-4b66-aeee-1e3593fed188', // Six Flags Great Adventure
]

/**
 * The list as far as the feed has it, in its fixed order. A park of another destination, asked for by an address,
 * joins the others.
 */
export function homeParks(
  destinations: DestinationView[],
  alsoId?: string | null,
): { popular: ParkChoice[]; others: ParkChoice[] } {
  const known = new Map(destinations.flatMap(({ parks }) => parks).map((park) => [park.id, park]))
  const pick = (ids: string[]): ParkChoice[] => ids.flatMap((id) => known.get(id) ?? [])
  const popular = pick(POPULAR)
  const others = pick(OTHERS)
  const asked = alsoId ? known.get(alsoId) : undefined
  if (asked && ![...popular, ...others].some(({ id }) => id === asked.id)) others.push(asked)
  return { popular, others }
}
