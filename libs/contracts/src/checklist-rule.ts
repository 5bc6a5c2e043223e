/**
 * How a ride checklist changes: the same rule in the service and on the page, which shows a change before the service has it. A ride's
 * place on the list and its tick are two things. Of two changes of one thing the later holds, in whatever order they arrive. So a device
 * that comes out of a dead spot undoes nothing newer, and a change that is sent again changes nothing
 * (docs/decisions/checklist-follows-the-latest-change.md).
 */

/** Instants are in milliseconds since the epoch: when the change was made. */
export type ChecklistEntry = {
  rideId: string
  /** A ride that was removed keeps its entry for a while, so that an older change does not bring it back. */
  isListed: boolean
  listChangedAt: number
  isCompleted: boolean
  tickChangedAt: number
}

type ChecklistAct =
  | { kind: 'add' | 'complete' | 'reopen' | 'remove'; rideId: string }
  /** Every ride of the park that is not on the list. */
  | { kind: 'add-all' }
  /** Empties the list. */
  | { kind: 'reset' }
export type ChecklistChange = ChecklistAct & { madeAt: number }

/** The entries after a change. `parkRideIds` are the rides that the park has now. */
export function applyChange(
  entries: readonly ChecklistEntry[],
  change: ChecklistChange,
  parkRideIds: readonly string[],
): ChecklistEntry[] {
  const byRide = new Map(entries.map((entry) => [entry.rideId, entry]))
  const all = () => new Set([...byRide.keys(), ...parkRideIds])
  for (const rideId of 'rideId' in change ? [change.rideId] : change.kind === 'reset' ? all() : parkRideIds)
    byRide.set(rideId, toChanged(byRide.get(rideId) ?? unknownRide(rideId), change))
  return [...byRide.values()]
}

const unknownRide = (rideId: string): ChecklistEntry => ({
  rideId,
  isListed: false,
  listChangedAt: 0,
  isCompleted: false,
  tickChangedAt: 0,
})

function toChanged(entry: ChecklistEntry, { kind, madeAt }: ChecklistChange): ChecklistEntry {
  const isListed = kind !== 'remove' && kind !== 'reset'
  const isTick = kind !== 'add' && kind !== 'add-all'
  return {
    ...entry,
    ...(entry.listChangedAt <= madeAt && { isListed, listChangedAt: madeAt }),
    ...(isTick &&
      entry.tickChangedAt <= madeAt && { isCompleted: kind === 'complete', tickChangedAt: madeAt }),
  }
}
