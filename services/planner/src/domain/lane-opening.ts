import type { RideReading } from '@walkon/contracts/events/park-data'
import { parkDayAt } from '@walkon/service/park-day'

const MINUTE_MS = 60_000
/** A start that moves back by so much is held-back stock; a later start is only the clock (companion, section 9). */
export const JUMP_MINUTES = 30
/** After a longer gap a reading is a first one: when the offer opened is not known. */
const GAP_MS = 15 * MINUTE_MS
/** An older reading is no offer. */
const FRESH_MS = 15 * MINUTE_MS
/** Standby waits above it are offered where the park publishes no return times. */
const CANDIDATE_MINUTES = 30

export type LaneReading = {
  state: 'available' | 'gone' | 'unknown'
  startsAt: Date | null
  observedAt: Date
  openedAt: Date | null
}

/** When the offer of this reading opened again or jumped earlier: null where it stands since a first reading, or does not stand. */
export function decideOpenedAt(before: LaneReading | null, now: Omit<LaneReading, 'openedAt'>): Date | null {
  if (now.state !== 'available' || !before || before.state === 'unknown') return null
  if (now.observedAt.getTime() - before.observedAt.getTime() > GAP_MS) return null
  if (before.state === 'gone') return now.observedAt
  return hasJumped(before, now) ? now.observedAt : before.openedAt
}

/** A return time without an end is taken for one of an hour. */
const WINDOW_MS = 60 * MINUTE_MS

/**
 * True if a return time can still be used, and on this day of the park. A feed shows windows of this morning, reversed ones, and some of
 * tomorrow.
 */
export function isUsable(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  timezone: string,
  now: Date,
): boolean {
  if (startsAt === null) return endsAt === null || endsAt > now
  const end = endsAt ?? new Date(startsAt.getTime() + WINDOW_MS)
  return end > startsAt && end > now && startsAt < parkDayAt(now, timezone).endsAt
}

/** The readings that a preference is compared with: the one before, where it counts, and the present one. */
export type LaneChange = { before: OfferRead | null; now: OfferRead; hasJumped: boolean }
type OfferRead = Pick<ReadingFacts, 'state' | 'startsAt' | 'amount' | 'currency'>
type ReadingFacts = LaneReading & { amount: number | null; currency: string | null }

/**
 * Returns the change between two readings, for preferences that may match since. Null without a change, and for a reading that changes
 * nothing: a first one, one after a gap, the first after an opening.
 */
export function decideChange(before: ReadingFacts | null, now: ReadingFacts): LaneChange | null {
  if (now.state !== 'available' || !before || before.state === 'unknown') return null
  if (now.observedAt.getTime() - before.observedAt.getTime() > GAP_MS) return null
  const isSame =
    before.state === now.state &&
    before.startsAt?.getTime() === now.startsAt?.getTime() &&
    before.amount === now.amount &&
    before.currency === now.currency
  return isSame ? null : { before, now, hasJumped: hasJumped(before, now) }
}

const hasJumped = (before: Pick<LaneReading, 'startsAt'>, now: Pick<LaneReading, 'startsAt'>): boolean =>
  before.startsAt !== null &&
  now.startsAt !== null &&
  before.startsAt.getTime() - now.startsAt.getTime() >= JUMP_MINUTES * MINUTE_MS

/** True if a reading is recent enough to be offered. */
export const isFresh = ({ observedAt }: Pick<LaneReading, 'observedAt'>, now: Date): boolean =>
  now.getTime() - observedAt.getTime() <= FRESH_MS

/**
 * Returns the meaning of a queue's state under this status of its ride. A ride that has not opened shows the same queue as an open one. A
 * ride that is down gives its return times back when it reopens.
 */
export function toLaneState(
  queueState: string | undefined,
  status: RideReading['status'],
): LaneReading['state'] {
  if (status === 'DOWN') return 'gone'
  if (status !== 'OPERATING' || queueState === undefined || queueState === 'UNKNOWN') return 'unknown'
  return queueState === 'AVAILABLE' ? 'available' : 'gone'
}

/** True if a ride without published return times is offered by its wait. */
export const isCandidate = ({ status, waitMinutes }: Pick<RideReading, 'status' | 'waitMinutes'>): boolean =>
  status === 'OPERATING' && waitMinutes !== null && waitMinutes > CANDIDATE_MINUTES

/** The window of an offer by standby wait: from one hour ahead, one hour long. */
export const toStandbyWindow = (at: Date) => ({
  startsAt: new Date(at.getTime() + 60 * MINUTE_MS),
  endsAt: new Date(at.getTime() + 120 * MINUTE_MS),
})
