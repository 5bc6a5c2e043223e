import { draw, drawInt } from './draw.ts'

/**
 * A ride's day as a pure function of seed, ride and instant. Its waits rise and fall with the park's day; now and then it breaks down, and
 * now and then its line empties for some minutes. A ride posts a new wait every few minutes, at instants of its own, so that in a park
 * something is always about to change.
 */

export type Posted = {
  status: 'OPERATING' | 'DOWN' | 'CLOSED' | 'REFURBISHMENT'
  waitMinutes: number | null
  /** When it began to say so. */
  changedAt: Date
}

export type RideDay = {
  seed: string
  rideId: string
  peakMinutes: number
  mayBreakDown: boolean
  opensAt: Date
  closesAt: Date
  /** Local midnight of the day, from which the hour is counted. */
  midnight: Date
  /** A park that never closes keeps its lines up through the night. */
  alwaysOpen: boolean
}

export function postedAt(day: RideDay, now: Date): Posted {
  const { lengthMs, phaseMs } = rhythmOf(day)
  const startOf = (slot: number) => slot * lengthMs + phaseMs

  let slot = Math.floor((now.getTime() - phaseMs) / lengthMs)
  const posted = postedIn(day, slot, startOf(slot))
  while (startOf(slot) > day.opensAt.getTime()) {
    const before = postedIn(day, slot - 1, startOf(slot - 1))
    if (before.status !== posted.status || before.waitMinutes !== posted.waitMinutes) break
    slot--
  }
  return { ...posted, changedAt: new Date(Math.max(startOf(slot), day.opensAt.getTime())) }
}

/** The whole day up to an instant: what the ride posts in each of its slots, changed or not. */
export function* slotsUntil(day: RideDay, until: Date): Generator<Posted> {
  const { lengthMs, phaseMs } = rhythmOf(day)
  const [fromMs, toMs] = [day.opensAt.getTime(), Math.min(day.closesAt.getTime(), until.getTime())]
  for (let slot = Math.floor((fromMs - phaseMs) / lengthMs); ; slot++) {
    const startMs = slot * lengthMs + phaseMs
    if (Math.max(startMs, fromMs) >= toMs) return
    yield { ...postedIn(day, slot, startMs), changedAt: new Date(Math.max(startMs, fromMs)) }
  }
}

const SLOTS_BETWEEN_BREAKDOWNS = 24
const BREAKDOWN_CHANCE = 0.2
const SLOTS_BETWEEN_LULLS = 16
const LULL_CHANCE = 0.3

/** Every 2 to 4 minutes, on whole seconds. */
function rhythmOf({ seed, rideId }: RideDay): { lengthMs: number; phaseMs: number } {
  const lengthMs = drawInt(120, 240, seed, rideId, 'rhythm') * 1000
  return { lengthMs, phaseMs: drawInt(0, 239, seed, rideId, 'phase') * 1000 }
}

function postedIn(day: RideDay, slot: number, startMs: number): Pick<Posted, 'status' | 'waitMinutes'> {
  if (day.mayBreakDown) {
    const breakdown = spellIn(day, 'breakdown', slot, SLOTS_BETWEEN_BREAKDOWNS, BREAKDOWN_CHANCE, 3, 10)
    if (breakdown === 'during') return { status: 'DOWN', waitMinutes: null }
    // The queue has left during the breakdown: a ride that reopens is short for some minutes.
    if (breakdown === 'after') return { status: 'OPERATING', waitMinutes: shortWait(day, slot) }
  }
  const lull = spellIn(day, 'lull', slot, SLOTS_BETWEEN_LULLS, LULL_CHANCE, 2, 3)
  if (lull === 'during') return { status: 'OPERATING', waitMinutes: shortWait(day, slot) }
  return { status: 'OPERATING', waitMinutes: usualWait(day, slot, startMs) }
}

/** True if a slot lies in a spell, or in the two slots after one; at most one spell in each `every` slots. */
function spellIn(
  { seed, rideId }: RideDay,
  what: string,
  slot: number,
  every: number,
  chance: number,
  shortest: number,
  longest: number,
): 'none' | 'during' | 'after' {
  const round = Math.floor(slot / every)
  if (draw(seed, rideId, what, round) >= chance) return 'none'
  const length = drawInt(shortest, longest, seed, rideId, what, round, 'length')
  const start = drawInt(1, every - length - 2, seed, rideId, what, round, 'start')
  const at = slot - round * every - start
  if (at < 0 || at >= length + 2) return 'none'
  return at < length ? 'during' : 'after'
}

function shortWait({ seed, rideId, peakMinutes }: RideDay, slot: number): number {
  return Math.min(drawInt(1, 3, seed, rideId, 'short', Math.floor(slot / 2)) * 5, inFives(peakMinutes))
}

function usualWait(day: RideDay, slot: number, startMs: number): number {
  const drift = 0.9 + 0.2 * draw(day.seed, day.rideId, 'drift', Math.floor(slot / 6))
  const jitter = 0.94 + 0.12 * draw(day.seed, day.rideId, 'jitter', slot)
  return inFives(day.peakMinutes * crowdAt(day, startMs) * drift * jitter)
}

/** How full the park is, 1 at its fullest. */
function crowdAt({ alwaysOpen, opensAt, closesAt, midnight }: RideDay, ms: number): number {
  if (alwaysOpen) {
    const hour = (ms - midnight.getTime()) / 3_600_000
    return 0.8 + 0.2 * Math.cos(((hour - 13) / 24) * 2 * Math.PI)
  }
  const share = (ms - opensAt.getTime()) / (closesAt.getTime() - opensAt.getTime())
  if (share < 0.35) return 0.35 + 0.65 * (Math.max(share, 0) / 0.35)
  return share < 0.6 ? 1 : 1 - 0.5 * Math.min((share - 0.6) / 0.4, 1)
}

const inFives = (minutes: number) => Math.max(5, Math.round(minutes / 5) * 5)
