import { dropBelowUsual, type Posted } from './drop-below-usual.ts'
import { BOARD_SCALE } from './wait-scale.ts'

/** The ride that leads a board, on the home page and in the picture of a shared link. */

type BoardRide = Posted & {
  popularity: number
  /** Posted waits of the day as steps, the present one last: `[minute of the park's day, wait]`. */
  today: [number, number | null][]
}

/** Minor rides are short all day. */
export const WANTED_RIDES = 10
const NEWS_MINUTES = 15

export const wantedOf = <Ride extends BoardRide>(rides: Ride[]): Ride[] =>
  rides.toSorted((one, other) => other.popularity - one.popularity).slice(0, WANTED_RIDES)

/** A short wait that leads: of a ride that most visitors want, or far below its usual one. */
export const isNews = <Ride extends BoardRide>(ride: Ride, wanted: Ride[]): boolean =>
  wanted.includes(ride) || dropBelowUsual(ride) >= NEWS_MINUTES

/** A short wait of today that is over. Minutes count from the beginning of the park's day. */
export type GoneMoment<Ride> = { ride: Ride; waitMinutes: number; fromMinute: number; untilMinute: number }

/** The short wait of today that was furthest below the longest one of its ride; null for a day without one that is news. */
export function findBestGone<Ride extends BoardRide>(rides: Ride[]): GoneMoment<Ride> | null {
  const [best] = rides.flatMap(toGoneMoments).toSorted((one, other) => other.drop - one.drop)
  if (!best || best.drop < NEWS_MINUTES) return null
  const { drop: _drop, ...moment } = best
  return moment
}

function toGoneMoments<Ride extends BoardRide>(ride: Ride): (GoneMoment<Ride> & { drop: number })[] {
  const longest = Math.max(0, ...ride.today.map(([, wait]) => wait ?? 0))
  return ride.today.flatMap(([fromMinute, wait], index) => {
    const next = ride.today[index + 1]
    if (!next || wait === null || wait === 0 || wait >= BOARD_SCALE.moderateFrom) return []
    return [{ ride, waitMinutes: wait, fromMinute, untilMinute: next[0], drop: longest - wait }]
  })
}
