import type { Checklist } from '@walkon/contracts/http/checklist'
import type { Queryable } from '@walkon/service/database'
import { AppError } from '@walkon/service/errors'
import { findPark, listRides } from '../../db/catalog.ts'
import { findRides, listEntries } from '../../db/checklists.ts'

/** A user's list of a park, by name, with the rides that are not on it. Throws `park-not-found`. */
export async function showChecklist(db: Queryable, userId: string, parkId: string): Promise<Checklist> {
  if (!(await findPark(db, parkId))) throw new AppError('park-not-found', 'No park has this id')
  const entries = (await listEntries(db, userId, parkId)).filter(({ isListed }) => isListed)
  const known = await findRides(
    db,
    entries.map(({ rideId }) => rideId),
  )
  const isListed = new Set(entries.map(({ rideId }) => rideId))
  const others = (await listRides(db, parkId)).filter(({ id }) => !isListed.has(id))
  return {
    parkId,
    rides: entries
      .flatMap(({ rideId, isCompleted, tickChangedAt }) => {
        const ride = known.get(rideId)
        if (ride === undefined) return []
        return [
          {
            rideId,
            name: ride.name,
            ...(!ride.isRide && { isRide: false }),
            completedAt: isCompleted ? new Date(tickChangedAt).toISOString() : null,
          },
        ]
      })
      .toSorted((one, other) => one.name.localeCompare(other.name) || (one.rideId < other.rideId ? -1 : 1)),
    others: others.map(({ id, name }) => ({ rideId: id, name })),
  }
}
