import type { LiveRide } from '@walkon/contracts/http/parks'
import { BOARD_SCALE, type WaitScale } from '@walkon/contracts/wait-scale'

/** In a list in which rides are chosen, 15 is still short and 30 still moderate. */
export const RIDE_LIST: WaitScale = { moderateFrom: 16, longFrom: 31 }

export type Band = 'walk' | 'short' | 'moderate' | 'long' | 'none' | 'closed' | 'down'

type Reading = Pick<LiveRide, 'status' | 'waitMinutes' | 'rawStatus'>

export function bandOf({ status, waitMinutes }: Reading, { moderateFrom, longFrom } = BOARD_SCALE): Band {
  if (status === 'DOWN') return 'down'
  if (status === 'CLOSED' || status === 'REFURBISHMENT') return 'closed'
  if (status === 'UNKNOWN' || waitMinutes === null) return 'none'
  if (waitMinutes === 0) return 'walk'
  if (waitMinutes < moderateFrom) return 'short'
  return waitMinutes < longFrom ? 'moderate' : 'long'
}

/** The band in a word. */
export function bandWord(ride: Reading, scale?: WaitScale): string {
  switch (ride.status) {
    case 'DOWN':
      return 'Temporarily Closed'
    case 'CLOSED':
      return 'Closed'
    case 'REFURBISHMENT':
      return 'Refurbishment'
    case 'UNKNOWN':
      return ride.rawStatus ?? 'Unknown'
    case 'OPERATING':
      return {
        walk: 'Walk on',
        short: 'Short',
        moderate: 'Moderate',
        long: 'Long',
        none: 'No data',
        closed: '',
        down: '',
      }[bandOf(ride, scale)]
    default:
      return ride.status satisfies never
  }
}

/** How much room a ride gets: 1 is short, 2 moderate, 3 long, 4 not running. */
export type Room = 1 | 2 | 3 | 4

const ROOMS: Record<Band, Room> = { walk: 1, short: 1, moderate: 2, long: 3, none: 4, down: 4, closed: 4 }

export function roomOf(ride: Reading): Room {
  return ROOMS[bandOf(ride)]
}

const ORDER: Band[] = ['walk', 'short', 'moderate', 'long', 'none', 'down', 'closed']

/** Shortest wait first, then rides that are not running; equal ones by name, so that rows keep their places. */
export function byWait(a: LiveRide, b: LiveRide): number {
  return (
    ORDER.indexOf(bandOf(a)) - ORDER.indexOf(bandOf(b)) ||
    (a.waitMinutes ?? 0) - (b.waitMinutes ?? 0) ||
    a.name.localeCompare(b.name)
  )
}

/** Runs, and says how long one waits. */
export function hasReading(ride: Reading): boolean {
  return roomOf(ride) < 4
}
