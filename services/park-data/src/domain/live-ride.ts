import type { LiveRideWithQueues } from '@walkon/contracts/http/live-queues'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { AFTER_REOPENING_MINUTES } from './breakdowns.ts'
import { isProbablyDone, type BreakdownLength } from './done-for-today.ts'
import { isFrozen } from './guards.ts'
import { notAfter } from './live-row.ts'
import { openedAt, presentClosing, type Opening } from './opening-hours.ts'
import { isParkOpen } from './park-open.ts'
import { shownStatus, type ParkState, type RideState } from './park-state.ts'
import { reopenedWithin } from './reopenings.ts'
import { isRide } from './ride-rule.ts'
import { mostOfSteps } from './wait-steps.ts'

/** The usual wait of a ride at this hour, in minutes; null with too few observations. */
export type UsualWait = {
  usualMinutes: number | null
  meanMinutes: number | null
  /** How long its newest breakdowns took. Empty with too few. */
  breakdowns: BreakdownLength[]
  /** The wait half an hour after a reopening; null with too few. */
  waitAfterReopening: number | null
}

export const NOTHING_USUAL: UsualWait = {
  usualMinutes: null,
  meanMinutes: null,
  breakdowns: [],
  waitAfterReopening: null,
}

/** How long the previous wait is shown after a fall. */
const PREVIOUS_WAIT_SHOWN_MS = 10 * 60_000

type Circumstances = {
  usual: ReadonlyMap<string, UsualWait>
  parkOpen: boolean
  openings: Opening[]
  now: Date
}

/** The rides of a park as its board shows them, the most wanted first. */
export function toLiveRides(
  park: ParkState,
  { usual, ...circumstances }: Circumstances,
): LiveRideWithQueues[] {
  const { parkOpen, now } = circumstances
  return [...park.rides.values()]
    .filter(belongsOnBoard)
    .map((ride) => {
      const ofRide = usual.get(ride.rideId) ?? NOTHING_USUAL
      return {
        ...toLiveRide(ride, ofRide, now),
        queues: offeredQueues(ride, parkOpen),
        ...toBreakdownFacts(ride, ofRide, circumstances),
      }
    })
    .toSorted((a, b) => b.popularity - a.popularity || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

/** The facts for the words about a ride that is down, or has just reopened (breakdown-words.ts). */
function toBreakdownFacts(
  ride: RideState,
  { breakdowns, waitAfterReopening }: UsualWait,
  { parkOpen, openings, now }: Omit<Circumstances, 'usual'>,
): Pick<LiveRideWithQueues, 'breakdownMinutes' | 'probablyDone' | 'waitAfterReopening'> {
  const status = shownStatus(ride)
  if (status === 'DOWN' && breakdowns.length > 0)
    return {
      breakdownMinutes: breakdowns.map(({ minutes, cameBack }) => (cameBack ? minutes : null)),
      ...(isDoneForToday(ride, { breakdowns, openings, now }) && { probablyDone: true }),
    }
  const hasReopened = parkOpen && status === 'OPERATING' && reopenedWithin(ride, now, AFTER_REOPENING_MINUTES)
  return hasReopened && waitAfterReopening !== null ? { waitAfterReopening } : {}
}

type Breakdowns = Pick<UsualWait, 'breakdowns'> & Pick<Circumstances, 'openings' | 'now'>

/** True if a ride is down and probably does not run again before the present opening ends. */
export function isDoneForToday(ride: RideState, { breakdowns, openings, now }: Breakdowns): boolean {
  const { changedAt } = ride
  if (shownStatus(ride) !== 'DOWN' || changedAt === null || breakdowns.length === 0) return false
  const [opensAt, closesAt] = [openedAt(openings, now), presentClosing(openings, now)]
  if (!opensAt || !closesAt) return false
  const downSince = changedAt > opensAt ? changedAt : opensAt
  return isProbablyDone({ downSince, closesAt, breakdowns }, now)
}

/** A ride in refurbishment is shown as such, because visitors look for it. */
const belongsOnBoard = (ride: RideState) =>
  isRide(ride) || (ride.status === 'REFURBISHMENT' && ride.queueKind !== 'none')

export function toLiveRide(
  ride: RideState,
  { usualMinutes, meanMinutes }: Pick<UsualWait, 'usualMinutes' | 'meanMinutes'>,
  now: Date,
): LiveRide {
  const isNews = now.getTime() - ride.waitSince.getTime() < PREVIOUS_WAIT_SHOWN_MS
  return {
    rideId: ride.rideId,
    name: ride.name,
    status: shownStatus(ride),
    ...(ride.rawStatus !== null && !ride.isAbsent && { rawStatus: ride.rawStatus }),
    ...(!isRide(ride) && { isRide: false }),
    waitMinutes: ride.waitMinutes,
    changedAt: notAfter(now, ride.changedAt)?.toISOString() ?? null,
    previousWaitMinutes: isNews ? ride.previousWaitMinutes : null,
    usualMinutes,
    today: ride.today,
    popularity: toPopularity(ride, { meanMinutes }),
  }
}

/** Return times and tables in a closed park are no offer. Undefined if there is nothing to show. */
export const offeredQueues = ({ queues }: Pick<RideState, 'queues'>, parkOpen: boolean) =>
  parkOpen && queues.length > 0 ? queues : undefined

/** How wanted a ride is: its usual wait over all hours, or else its longest wait of today. */
export const toPopularity = (
  ride: RideState,
  { meanMinutes }: Pick<UsualWait, 'meanMinutes'> = NOTHING_USUAL,
) => Math.round((meanMinutes ?? mostToday(ride)) * 10) / 10

/** A long wait that was posted for a few minutes only is left out of the day's steps; it is still the previous wait. */
const mostToday = ({ today, previousWaitMinutes }: RideState) =>
  Math.max(mostOfSteps(today), previousWaitMinutes ?? 0)

/** Stale only while the park is open: nothing changes in a closed park. */
export function isStale(
  park: Pick<ParkState, 'rowChangedAt' | 'readAt' | 'openByRidesAt'>,
  openings: Opening[],
  now: Date,
): boolean {
  const { rowChangedAt } = park
  return rowChangedAt !== null && isParkOpen(park, openings, now) && isFrozen(rowChangedAt, now)
}
