import type { Attraction, Park } from '../catalog/park.ts'
import { draw } from './draw.ts'
import { wantedRides, withFirstFalls } from './first-falls.ts'
import { closedSince, inZone, openingAt, type Opening } from './park-hours.ts'
import { postedAt, type Posted, type RideDay } from './ride-story.ts'

export type Simulation = { seed: string; startedAt: Date; alwaysOpen: boolean }

/** The posts of a park's attractions at an instant. */
export function simulatePark(simulation: Simulation, park: Park, now: Date): Map<Attraction, Posted> {
  const opening = openingAt(park, now, simulation.alwaysOpen)

  return new Map(
    park.attractions.map((attraction) => {
      const refurbishedSince = refurbishment(simulation, park, attraction, now)
      if (refurbishedSince) {
        return [attraction, { status: 'REFURBISHMENT', waitMinutes: null, changedAt: refurbishedSince }]
      }
      if (opening) return [attraction, simulateOpen(simulation, park, attraction, opening, now)]
      return [attraction, { status: 'CLOSED', waitMinutes: null, changedAt: closedSince(park, now) }]
    }),
  )
}

function simulateOpen(
  simulation: Simulation,
  park: Park,
  attraction: Attraction,
  opening: Opening,
  now: Date,
): Posted {
  const day = rideDay(simulation, attraction, opening)
  if (!day) return { ...unwaited(attraction), changedAt: new Date(opening.opens.epochMilliseconds) }
  return withFirstFalls(postedAt(day, now), { ...simulation, park, attraction }, now)
}

/** The post of an attraction without a story of waits, while its park is open. */
export function unwaited({ posting }: Attraction): Omit<Posted, 'changedAt'> {
  return { status: 'OPERATING', waitMinutes: posting.kind === 'walk-through' ? 0 : null }
}

/** Null for an attraction without a story of waits. */
export function rideDay(
  { seed, alwaysOpen }: Pick<Simulation, 'seed' | 'alwaysOpen'>,
  { id, posting, entityType }: Attraction,
  { opens, closes }: Opening,
): RideDay | null {
  if (posting.kind !== 'wait') return null
  return {
    seed,
    rideId: id,
    peakMinutes: posting.peakMinutes,
    mayBreakDown: entityType === 'ATTRACTION',
    opensAt: new Date(opens.epochMilliseconds),
    closesAt: new Date(closes.epochMilliseconds),
    midnight: new Date(opens.startOfDay().epochMilliseconds),
    alwaysOpen,
  }
}

/** A few rides are closed for a calendar month; since when, if this one is. Headline rides never are. */
export function refurbishment(
  { seed }: Pick<Simulation, 'seed'>,
  park: Park,
  attraction: Attraction,
  now: Date,
): Date | null {
  if (attraction.entityType !== 'ATTRACTION' || attraction.posting.kind !== 'wait') return null
  if (wantedRides(seed, park).includes(attraction)) return null
  const month = inZone(now, park.timezone).toPlainDate().toPlainYearMonth()
  if (draw(seed, attraction.id, 'refurbishment', month.toString()) >= 0.04) return null
  return new Date(month.toPlainDate({ day: 1 }).toZonedDateTime(park.timezone).epochMilliseconds)
}
