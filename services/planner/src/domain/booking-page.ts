import { toDisneySlug } from './disney-slug.ts'

/** The sites of the operators that book their restaurants by name, by the feed's id of the destination. */
const SITES: Record<string, string> = {
  'e957da41-3552-4cf6-b636-5babc5cbc4e5': 'https://disneyworld.disney.go.com',
  'bfc89fd6-314d-44b4-b89e-df1a89cf991e': 'https://disneyland.disney.go.com',
}

/** Returns the operator's booking page of a restaurant; null if it is not known. */
export function bookingPageOf(destinationId: string, restaurantName: string): string | null {
  const site = SITES[destinationId]
  const slug = toDisneySlug(restaurantName)
  return site && slug ? `${site}/dine-res/restaurant/${slug}/` : null
}
