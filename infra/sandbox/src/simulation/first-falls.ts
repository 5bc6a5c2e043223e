import type { Attraction, Park } from '../catalog/park.ts'
import { draw, drawInt } from './draw.ts'
import type { Posted } from './ride-story.ts'

/**
 * The first minutes after a start. In every park a wanted ride falls to a short wait within the first minute and stays there for some
 * minutes, two more follow, and then the simulated day goes on. Relative to the start, so the same seed begins in the same way.
 */
export function withFirstFalls(
  base: Posted,
  story: { seed: string; startedAt: Date; park: Park; attraction: Attraction },
  now: Date,
): Posted {
  const { seed, park, attraction } = story
  const order = wantedRides(seed, park).findIndex(({ id }) => id === attraction.id)
  const window = WINDOWS_SECONDS[order]
  if (!window) return base

  const startMs = Math.floor(story.startedAt.getTime() / 1000) * 1000
  const fallsAt = startMs + drawInt(window[0], window[1], seed, park.id, 'first-fall', order) * 1000
  const risesAt = fallsAt + drawInt(360, 540, seed, park.id, 'first-rise', order) * 1000

  const ms = now.getTime()
  if (ms >= fallsAt && ms < risesAt) {
    const waitMinutes = drawInt(1, 3, seed, park.id, 'first-wait', order) * 5
    return { status: 'OPERATING', waitMinutes, changedAt: new Date(fallsAt) }
  }
  if (order === 0 && ms < fallsAt)
    return { status: 'OPERATING', waitMinutes: waitBefore(attraction), changedAt: new Date(startMs) }
  const sinceMs = ms >= risesAt ? risesAt : startMs
  return { ...base, changedAt: new Date(Math.max(base.changedAt.getTime(), sinceMs)) }
}

/** Seconds after the start between which the first, second and third of the wanted rides fall. */
const WINDOWS_SECONDS: [from: number, to: number][] = [
  [20, 40],
  [150, 210],
  [330, 450],
]

const WANTED_RIDES = 4

/** Each row of a poll asks for them. */
const wantedOf = new WeakMap<Park, { seed: string; rides: Attraction[] }>()

/** The park's headline rides, which are never closed for a season, in an order of the seed's own. */
export function wantedRides(seed: string, park: Park): Attraction[] {
  const known = wantedOf.get(park)
  if (known?.seed === seed) return known.rides
  const rides = park.attractions
    .filter(({ entityType, posting }) => entityType === 'ATTRACTION' && posting.kind === 'wait')
    .slice(0, WANTED_RIDES)
    .toSorted((one, other) => draw(seed, one.id, 'wanted') - draw(seed, other.id, 'wanted'))
  wantedOf.set(park, { seed, rides })
  return rides
}

function waitBefore({ posting }: Attraction): number {
  return posting.kind === 'wait' ? Math.max(30, Math.round((posting.peakMinutes * 0.8) / 5) * 5) : 30
}
