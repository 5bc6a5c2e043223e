import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import { isStale, toLiveRides, type UsualWait } from './live-ride.ts'
import type { Opening } from './opening-hours.ts'
import { isParkOpen } from './park-open.ts'
import type { ParkState } from './park-state.ts'

/** A park's board as it is stored and sent: each ride is serialised once. */
export type Board = {
  parkId: string
  readAt: Date
  isStale: boolean
  /** Serialised rides by id, the most wanted first. */
  rides: ReadonlyMap<string, string>
}

/** Null for a park that was never read. */
export function toBoard(
  park: ParkState,
  openings: Opening[],
  usual: ReadonlyMap<string, UsualWait>,
  now: Date,
): Board | null {
  if (park.readAt === null) return null
  const parkOpen = isParkOpen(park, openings, now)
  const rides = toLiveRides(park, { usual, parkOpen, openings, now }).map(
    (ride: LiveRideWithQueues): [string, string] => [ride.rideId, JSON.stringify(ride)],
  )
  return {
    parkId: park.parkId,
    readAt: park.readAt,
    isStale: isStale(park, openings, now),
    rides: new Map(rides),
  }
}

/** The message of the live stream, and what the cache holds. */
export function toMessage({ parkId, readAt, isStale: stale }: Board, rides: Iterable<string>): string {
  const head = JSON.stringify({ parkId, readAt: readAt.toISOString(), isStale: stale })
  return `${head.slice(0, -1)}${RIDES}[${[...rides].join(',')}]}`
}

const RIDES = ',"rides":'

/** Splits a message without parsing its rides, which are most of it. Null for a text of another format. */
export function splitMessage(message: string): { readAt: Date; isStale: boolean; rides: string } | null {
  const at = message.indexOf(RIDES)
  if (at === -1) return null
  const head: unknown = JSON.parse(`${message.slice(0, at)}}`)
  if (typeof head !== 'object' || head === null || !('readAt' in head) || !('isStale' in head)) return null
  return {
    readAt: new Date(String(head.readAt)),
    isStale: head.isStale === true,
    rides: message.slice(at + RIDES.length, -1),
  }
}

/** The change for a reader of the previous board. Null if a reader needs the whole board: the first one, or a ride was removed. */
export function changedRides(before: Board | undefined, after: Board): string[] | null {
  if (!before) return null
  for (const rideId of before.rides.keys()) if (!after.rides.has(rideId)) return null
  return [...after.rides]
    .filter(([rideId, ride]) => before.rides.get(rideId) !== ride)
    .map(([, ride]) => ride)
}
