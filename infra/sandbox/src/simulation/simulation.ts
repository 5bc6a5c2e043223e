import type { Attraction, Park } from '../catalog/park.ts'
import { draw } from './draw.ts'
import { wantedRides, withFirstFalls } from './first-falls.ts'
import { closedSince, inZone, openingAt, type Opening } from './park-hours.ts'
import { postedAt, type Posted } from './ride-story.ts'

export type Simulation = { seed: string; startedAt: Date; alwaysOpen: boolean }

/** What a park's attractions post at an instant. */
export function simulatePark(simulation: Simulation, park: Park, now: Date): Map<Attraction, Posted> {
  const opening = openingAt(park, now, simulation.alwaysOpen)
  const headliners = wantedRides(simulation.seed, park)

  return new Map(
    park.attractions.map((attraction) => {
      const refurbishedSince = headliners.includes(attraction)
        ? null
        : refurbishment(simulation, park, attraction, now)
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
  const opensAt = new Date(opening.opens.epochMilliseconds)
  const { posting } = attraction
  if (posting.kind !== 'wait') {
    return {
      status: 'OPERATING',
      waitMinutes: posting.kind === 'walk-through' ? 0 : null,
      changedAt: opensAt,
    }
  }
  const day = {
    seed: simulation.seed,
    rideId: attraction.id,
    peakMinutes: posting.peakMinutes,
    mayBreakDown: attraction.entityType === 'ATTRACTION',
    opensAt,
    closesAt: new Date(opening.closes.epochMilliseconds),
    midnight: new Date(opening.opens.startOfDay().epochMilliseconds),
    alwaysOpen: simulation.alwaysOpen,
  }
  return withFirstFalls(postedAt(day, now), { ...simulation, park, attraction }, now)
}

/** A few rides are closed for a calendar month; since when, if this one is. */
function refurbishment({ seed }: Simulation, park: Park, attraction: Attraction, now: Date): Date | null {
  if (attraction.entityType !== 'ATTRACTION' || attraction.posting.kind !== 'wait') return null
  const month = inZone(now, park.timezone).toPlainDate().toPlainYearMonth()
  if (draw(seed, attraction.id, 'refurbishment', month.toString()) >= 0.04) return null
  return new Date(month.toPlainDate({ day: 1 }).toZonedDateTime(park.timezone).epochMilliseconds)
}
