import { byDrop, dropBelowUsual } from '@walkon/contracts/drop-below-usual'
import type { LiveBoardMessage, LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { findBestGone, isNews, wantedOf, type GoneMoment } from '@walkon/contracts/lead-ride'
import { byWait, hasReading, roomOf } from './band.ts'

/** A board at one moment. `readAt` is when the feed was last heard. */
export type Board = { readAt: string; isStale: boolean; rides: LiveRideWithQueues[] }

/** How many rides the home page shows under the plate. */
const HOME_RIDES = 9
/** How many of them are the next drops. */
const HOME_DROPS = 4

/** The stream's first message is the whole board; each later one names only what changed. */
export function applyMessage(
  board: Board | undefined,
  kind: 'board' | 'rides',
  { readAt, isStale, rides }: LiveBoardMessage,
): Board | undefined {
  if (kind === 'board') return { readAt, isStale, rides }
  if (!board) return undefined
  const changed = new Map(rides.map((ride) => [ride.rideId, ride]))
  const kept = board.rides.map((ride) => changed.get(ride.rideId) ?? ride)
  const knownIds = new Set(board.rides.map((ride) => ride.rideId))
  return { readAt, isStale, rides: [...kept, ...rides.filter((ride) => !knownIds.has(ride.rideId))] }
}

type HomeRides = { lead: LiveRide | undefined; gone: GoneMoment<LiveRide> | null; others: LiveRide[] }

/**
 * The plate of the home page shows the new short wait that is furthest below its usual wait. Without one it shows the best of today that
 * is gone. Under it the next drops and the most wanted rides at any wait, the shortest first: a long one shows what a short one is worth.
 * On a day without a short wait the shortest of the more wanted half leads.
 */
export function homeBoard(rides: LiveRide[]): HomeRides {
  const wanted = rides.toSorted(byInterest)
  const shortest = wanted
    .slice(0, Math.max(HOME_RIDES + 1, Math.ceil(rides.length / 2)))
    .filter(hasReading)
    .toSorted(byWait)[0]
  const most = wantedOf(rides)
  const [news] = wanted.filter((ride) => isShort(ride) && isNews(ride, most)).toSorted(byDrop)
  const gone = news || !shortest ? null : findBestGone(most)
  const lead = news ?? (gone ? undefined : shortest)
  const others = wanted.filter((ride) => ride !== lead)
  const drops = others
    .filter((ride) => isShort(ride) && dropBelowUsual(ride) > 0)
    .toSorted(byDrop)
    .slice(0, HOME_DROPS)
  const shown = [...drops, ...others.filter((ride) => !drops.includes(ride))].slice(0, HOME_RIDES)
  return { lead, gone, others: shown.toSorted(byWait) }
}

const isShort = (ride: LiveRide) => roomOf(ride) === 1

/** Sorts running rides first, then the most wanted. */
function byInterest(a: LiveRide, b: LiveRide): number {
  return (
    Number(hasReading(b)) - Number(hasReading(a)) ||
    b.popularity - a.popularity ||
    a.name.localeCompare(b.name)
  )
}
