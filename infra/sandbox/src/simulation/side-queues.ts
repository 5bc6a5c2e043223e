import { draw, drawInt } from './draw.ts'

/** The queues of a ride beside standby, as a pure function of seed, ride and instant. */

export type ReturnTime =
  | { state: 'AVAILABLE'; aheadMinutes: number; changedAt: Date }
  | { state: 'FINISHED'; changedAt: Date }

const MINUTE_MS = 60_000
const STEP_MS = 5 * MINUTE_MS
/** Short, so that a visitor of the local run sees all of it. */
const ROUND_MS = 60 * MINUTE_MS

/**
 * In each round of an hour the start drifts away from the present and jumps earlier with the release of held-back ones. Then it is sold
 * out, and dropped again. Each ride begins its round at a minute of its own.
 */
export function returnTimeAt(seed: string, rideId: string, now: Date): ReturnTime {
  const phaseMs = drawInt(0, 11, seed, rideId, 'return-phase') * STEP_MS
  const roundAt = Math.floor((now.getTime() - phaseMs) / ROUND_MS) * ROUND_MS + phaseMs
  const stepAt = Math.floor(now.getTime() / STEP_MS) * STEP_MS
  const minute = (stepAt - roundAt) / MINUTE_MS
  if (minute >= 40 && minute < 50) return { state: 'FINISHED', changedAt: new Date(roundAt + 40 * MINUTE_MS) }
  return { state: 'AVAILABLE', aheadMinutes: aheadAt(minute), changedAt: new Date(stepAt) }
}

function aheadAt(minute: number): number {
  if (minute < 30) return 60 + minute * 4
  return minute < 40 ? 60 : 30
}

export type BoardingGroup = {
  state: 'AVAILABLE' | 'PAUSED'
  firstGroup: number
  lastGroup: number
  changedAt: Date
}

const GROUP_MS = 10 * MINUTE_MS

/** Ten groups are called every ten minutes; now and then the ride pauses. */
export function boardingGroupAt(seed: string, rideId: string, opensAt: Date, now: Date): BoardingGroup {
  const called = Math.max(0, Math.floor((now.getTime() - opensAt.getTime()) / GROUP_MS))
  const isPaused = draw(seed, rideId, 'pause', called) < 0.15
  return {
    state: isPaused ? 'PAUSED' : 'AVAILABLE',
    firstGroup: called * 10 + 1,
    lastGroup: called * 10 + 10,
    changedAt: new Date(opensAt.getTime() + called * GROUP_MS),
  }
}

const LARGEST_PARTY = 8

/** Walk-up tables around a wait: some sizes are not offered at all, and larger parties wait longer. */
export function tablesAt(seed: string, restaurantId: string, waitMinutes: number, changedAt: Date) {
  return Array.from({ length: LARGEST_PARTY }, (_, index) => index + 1)
    .filter((partySize) => draw(seed, restaurantId, 'table', partySize, changedAt.getTime()) < 0.6)
    .map((partySize) => ({ partySize, waitTime: waitMinutes + Math.floor((partySize - 1) / 2) * 5 }))
}
