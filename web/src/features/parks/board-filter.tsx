import type { LiveRide } from '@walkon/contracts/http/parks'
import { Checkbox } from '../../ui/tick.tsx'
import { hasReading } from './band.ts'

/** Which rides of a board a visitor wants to see. */
export type Wanted = { name: string; isOpenOnly: boolean }

export const ALL_RIDES: Wanted = { name: '', isOpenOnly: false }

/** Those that have the words in their names; with `isOpenOnly` those that run and post a wait. */
export function wantedRides(rides: LiveRide[], { name, isOpenOnly }: Wanted): LiveRide[] {
  const words = name.trim().toLowerCase()
  return rides.filter((ride) => ride.name.toLowerCase().includes(words) && (!isOpenOnly || hasReading(ride)))
}

type BoardFilterProps = { wanted: Wanted; onChange: (wanted: Wanted) => void }

export const BoardFilter = ({ wanted, onChange }: BoardFilterProps) => (
  <div role="search" aria-label="Rides" className="flex flex-wrap items-center gap-x-6 gap-y-2">
    <input
      type="search"
      className="input min-w-40 flex-1 md:max-w-80"
      aria-label="Search rides"
      placeholder="Search rides"
      value={wanted.name}
      onChange={(event) => onChange({ ...wanted, name: event.target.value })}
    />
    <Checkbox
      label="Only what is open"
      checked={wanted.isOpenOnly}
      onChange={(event) => onChange({ ...wanted, isOpenOnly: event.target.checked })}
    />
  </div>
)
