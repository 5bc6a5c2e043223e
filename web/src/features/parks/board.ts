import type { LiveRide, LiveStreamMessage } from '@walkon/contracts/http/parks'
import { byWait, hasReading } from './band.ts'

/** What a board is at one moment. `readAt` is when the feed was last heard. */
export type Board = { readAt: string; isStale: boolean; rides: LiveRide[] }

/** How many rides the home page shows under the plate. */
const HOME_RIDES = 9

/** The stream's first message is the whole board; each later one names only what changed. */
export function applyMessage(
  board: Board | undefined,
  kind: 'board' | 'rides',
  { readAt, isStale, rides }: LiveStreamMessage,
): Board | undefined {
  if (kind === 'board') return { readAt, isStale, rides }
  if (!board) return undefined
  const changed = new Map(rides.map((ride) => [ride.rideId, ride]))
  const kept = board.rides.map((ride) => changed.get(ride.rideId) ?? ride)
  const knownIds = new Set(board.rides.map((ride) => ride.rideId))
  return { readAt, isStale, rides: [...kept, ...rides.filter((ride) => !knownIds.has(ride.rideId))] }
}

/**
 * The home page: of the more wanted half of the rides the shortest one leads, the others follow it, shortest first.
 * In a small park all are wanted enough to fill the page.
 */
export function homeBoard(rides: LiveRide[]): { lead: LiveRide | undefined; others: LiveRide[] } {
  const wanted = rides
    .toSorted((a, b) => b.popularity - a.popularity || a.name.localeCompare(b.name))
    .slice(0, Math.max(HOME_RIDES + 1, Math.ceil(rides.length / 2)))
    .toSorted(byWait)
  const first = wanted[0]
  const lead = first && hasReading(first) ? first : undefined
  return { lead, others: wanted.filter((ride) => ride !== lead).slice(0, HOME_RIDES) }
}
