import { applyChange, type ChecklistChange, type ChecklistEntry } from '@walkon/contracts/checklist-rule'
import type { Checklist } from '@walkon/contracts/http/checklist'
import { isCountedRide } from '@walkon/contracts/rides'

/** The list as it will be once the service has the changes that wait. They count as newer than its answer, even by a wrong clock. */
export function withWaiting(list: Checklist, waiting: readonly ChecklistChange[]): Checklist {
  if (waiting.length === 0) return list
  const answered = new Map(list.rides.map(({ rideId, completedAt }) => [rideId, completedAt]))
  const parkRides: Omit<Checklist['rides'][number], 'completedAt'>[] = [...list.rides, ...list.others]
  const entries = waiting.reduce<ChecklistEntry[]>(
    (known, change) =>
      applyChange(
        known,
        change,
        parkRides.map(({ rideId }) => rideId),
      ),
    list.rides.map(toEntry),
  )
  const byRide = new Map(entries.map((entry) => [entry.rideId, entry]))
  const rides = parkRides.flatMap((ride) => {
    const { rideId } = ride
    const entry = byRide.get(rideId)
    if (!entry?.isListed) return []
    return [{ ...ride, completedAt: completedAtOf(entry, answered.get(rideId) ?? null) }]
  })
  return {
    ...list,
    rides: rides.toSorted(byName),
    others: parkRides
      .filter((ride) => isCountedRide(ride) && !byRide.get(ride.rideId)?.isListed)
      .map(({ rideId, name }) => ({ rideId, name }))
      .toSorted(byName),
  }
}

const toEntry = ({ rideId, completedAt }: Checklist['rides'][number]): ChecklistEntry => ({
  rideId,
  isListed: true,
  listChangedAt: 0,
  isCompleted: completedAt !== null,
  tickChangedAt: 0,
})

const completedAtOf = ({ isCompleted, tickChangedAt }: ChecklistEntry, answered: string | null) =>
  isCompleted ? (tickChangedAt === 0 ? answered : new Date(tickChangedAt).toISOString()) : null

const byName = (one: { name: string }, other: { name: string }) => one.name.localeCompare(other.name)
