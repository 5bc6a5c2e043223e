/** The catalogue as the feed lists it. */

export type ListedDestination = {
  id: string
  name: string
  slug: string | null
  parks: { id: string; name: string }[]
}

export type ListedPark = { timezone: string; attractions: { id: string; name: string }[] }

/** An attraction of a park, as a list or a live row shows it. */
export type ParkAttraction = { id: string; name: string; parkId: string }
