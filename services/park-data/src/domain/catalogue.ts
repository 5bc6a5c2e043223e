import type { GeoPoint } from '@walkon/contracts/values'

/** The catalogue as the feed lists it. */

export type ListedDestination = {
  id: string
  name: string
  slug: string | null
  parks: { id: string; name: string }[]
}

export type ListedPark = {
  timezone: string
  attractions: { id: string; name: string }[]
  places: ListedPlace[]
}

/** The entities of a park beside attractions. */
export const PLACE_KINDS = ['restaurant', 'show'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export type ListedPlace = {
  id: string
  kind: PlaceKind
  name: string
  /** The feed's own; some places have none. */
  slug: string | null
  location: GeoPoint | null
}

/** A restaurant or show of a park, as a live row shows it. */
export type ParkPlaceRef = { id: string; kind: PlaceKind; name: string; parkId: string }

/** An attraction of a park, as a list or a live row shows it. */
export type ParkAttraction = { id: string; name: string; parkId: string }
