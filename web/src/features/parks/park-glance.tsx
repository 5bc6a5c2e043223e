import type { LiveRide } from '@walkon/contracts/http/parks'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, bandWord, byWait, roomOf, type Band } from './band.ts'

/** A park at a glance: one shape a ride, shortest first. A sentence or a tally beside it says the same. */
export function ParkString({ rides, big = false }: { rides: LiveRide[]; big?: boolean }) {
  return (
    <span className={big ? 'string string--big' : 'string'} aria-hidden="true">
      {rides.toSorted(byWait).map((ride) => (
        <Shape key={ride.rideId} name={bandOf(ride)} />
      ))}
    </span>
  )
}

export function shortSentence(rides: LiveRide[]): string {
  const short = rides.filter((ride) => roomOf(ride) === 1).length
  return `${short} of ${rides.length} ${rides.length === 1 ? 'ride is' : 'rides are'} short right now`
}

/** How many rides there are of each word, in the order of the board. */
export function ParkTally({ rides }: { rides: LiveRide[] }) {
  const counts = new Map<string, { band: Band; count: number }>()
  for (const ride of rides.toSorted(byWait)) {
    const word = bandWord(ride).toLowerCase()
    counts.set(word, { band: bandOf(ride), count: (counts.get(word)?.count ?? 0) + 1 })
  }
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1">
      {[...counts].map(([word, { band, count }]) => (
        <li key={word} className="flex items-center gap-1.5">
          <Shape name={band} className="[--size:14px]" />
          {count} {word}
        </li>
      ))}
    </ul>
  )
}
