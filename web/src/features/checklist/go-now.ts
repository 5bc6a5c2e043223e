import { byDrop, dropBelowUsual } from '@walkon/contracts/drop-below-usual'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { BOARD_SCALE } from '@walkon/contracts/wait-scale'

/** Picks the next ride: the one that is shortest for this hour, by its usual wait. */

const isRunning = (ride: LiveRide | undefined): ride is LiveRide =>
  ride?.status === 'OPERATING' && ride.waitMinutes !== null

/** The furthest below their usual waits first; what does not run, or posts no wait, comes last and keeps its order. */
function goNowFirst<Ride extends { rideId: string }>(
  rides: Ride[],
  live: ReadonlyMap<string, LiveRide>,
): Ride[] {
  return rides.toSorted((one, other) => {
    const [first, second] = [live.get(one.rideId), live.get(other.rideId)]
    if (!isRunning(first) || !isRunning(second)) return Number(isRunning(second)) - Number(isRunning(first))
    return (
      dropBelowUsual(second) - dropBelowUsual(first) ||
      (first.waitMinutes ?? 0) - (second.waitMinutes ?? 0) ||
      byDrop(first, second)
    )
  })
}

/** The list in the parts of a day: rides that are no longer than usual now, those that are, and those without a wait. */
export function byMoment<Ride extends { rideId: string }>(
  rides: Ride[],
  live: ReadonlyMap<string, LiveRide>,
): { now: Ride[]; later: Ride[]; out: Ride[] } {
  const ordered = goNowFirst(rides, live)
  const running = ordered.filter(({ rideId }) => isRunning(live.get(rideId)))
  return {
    now: running.filter(({ rideId }) => isWorthNow(live.get(rideId))),
    later: running.filter(({ rideId }) => !isWorthNow(live.get(rideId))),
    out: ordered.filter(({ rideId }) => !isRunning(live.get(rideId))),
  }
}

/** A ride that is short needs no comparison. */
const isWorthNow = (ride: LiveRide | undefined) =>
  isRunning(ride) && ((ride.waitMinutes ?? 0) < BOARD_SCALE.moderateFrom || dropBelowUsual(ride) > 0)

/** Why a ride stands where it does; null for one without a wait, whose status says it. */
export function whyWords(ride: LiveRide | undefined): string | null {
  if (!isRunning(ride)) return null
  if (ride.usualMinutes === null) return 'Usual wait not known yet'
  const drop = dropBelowUsual(ride)
  if (drop === 0) return 'As usual at this hour'
  return drop > 0 ? `${drop} min less than usual at this hour` : `${-drop} min more than usual at this hour`
}
