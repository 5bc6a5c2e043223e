import type { LiveRide } from '@walkon/contracts/http/parks'
import { isCountedRide } from '@walkon/contracts/rides'
import { Link } from '../../ui/link.tsx'
import { Shape } from '../../ui/shape.tsx'
import { bandOf, byWait, roomOf } from './band.ts'

type ParkStringProps = {
  rides: LiveRide[]
  big?: boolean
  /** The rides of a large park in one row of half a page. */
  small?: boolean
}

/** A park at a glance: one shape a ride, shortest first. A sentence or a tally beside it says the same. */
export function ParkString({ rides, big = false, small = false }: ParkStringProps) {
  const look = big ? 'string string--big' : small ? 'string string--small' : 'string'
  return (
    <span className={look} aria-hidden="true">
      {rides.toSorted(byWait).map((ride) => (
        <Shape key={ride.rideId} name={bandOf(ride)} />
      ))}
    </span>
  )
}

/** How many rides are short, and the way to them. */
export function ShortSentence({ rides, parkId }: { rides: LiveRide[]; parkId: string }) {
  const short = rides.filter((ride) => roomOf(ride) === 1).length
  if (short === 0)
    return (
      <span className="inline-flex min-h-11 items-center text-14 text-ink-2">No ride is short right now</span>
    )
  return (
    <Link className="inline-flex min-h-11 items-center text-14" to={`/live-wait-times?park=${parkId}`}>
      {shortWords(short, rideCount(rides))}
    </Link>
  )
}

/** How many rides a board has: one in refurbishment is shown, and not counted. */
export const rideCount = (rides: LiveRide[]): number => rides.filter(isCountedRide).length

export const shortWords = (short: number, all: number) =>
  `${short} of ${all} ${all === 1 ? 'ride' : 'rides'} ${short === 1 ? 'is' : 'are'} short right now`
