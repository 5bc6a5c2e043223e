import type { RideStatus } from '@walkon/contracts/values'

/** When a reading may alert. Pure: reading and present are arguments. */

export type Reading = {
  status: RideStatus
  /** Posted standby wait; null is no reading, 0 is "walk on". */
  waitMinutes: number | null
  observedAt: Date
  /** True if the observation is within the park's opening hours. */
  parkOpen: boolean
  /** False for the first reading after a gap, and for a park whose rows have stopped changing. */
  trusted: boolean
  /** True if the log is known to hold no newer reading of the park. Asked only of readings that need it. */
  isNewest: boolean
  /** A dead letter that is applied late, out of its order. */
  isReplayed: boolean
}

export type Reopening = Omit<Reading, 'waitMinutes'> & {
  /** When the ride was first read as running again; null if it was not down. */
  reopenedAt: Date | null
}

/** `no-news`: the wait is not short, the usual case. The others are short waits or reopenings that a guard holds back. */
export type Verdict = 'may-alert' | 'no-news' | Held

/** Why a short wait or a reopening alerts no visitor. */
export const HELD = ['park-closed', 'untrusted', 'behind', 'stale'] as const
export type Held = (typeof HELD)[number]

/** Older readings come after an outage: they alert only if no newer reading waits behind them. */
const FRESH_MINUTES = 3
/** Even older readings come after a long outage or a replay, and are of no use to a visitor. */
const STALE_AFTER_MINUTES = 10

/** True if the verdict on a reading depends on what the log holds behind it. */
export function needsToBeNewest(
  { observedAt, isReplayed }: Pick<Reading, 'observedAt' | 'isReplayed'>,
  now: Date,
): boolean {
  const age = ageMinutes(observedAt, now)
  return age <= STALE_AFTER_MINUTES && (isReplayed || age > FRESH_MINUTES)
}

/** A reading from the future is as unreliable as one from the past. */
const ageMinutes = (observedAt: Date, now: Date) => Math.abs(now.getTime() - observedAt.getTime()) / 60_000

/** Short is at or below the threshold, and above 0: a ride without a queue posts 0 all day. */
export function judgeWait(reading: Reading, thresholdMinutes: number, now: Date): Verdict {
  const { status, waitMinutes } = reading
  if (status !== 'OPERATING' || waitMinutes === null) return 'no-news'
  if (waitMinutes <= 0 || waitMinutes > thresholdMinutes) return 'no-news'
  return guard(reading, now)
}

/** A ride that was down and runs again: `status` is that of the newest poll, which may be later than the reopening. */
export function judgeReopening(reopening: Reopening, now: Date): Verdict {
  const { reopenedAt, status } = reopening
  if (reopenedAt === null || status !== 'OPERATING') return 'no-news'
  if (ageMinutes(reopenedAt, now) > STALE_AFTER_MINUTES) return 'stale'
  return guard(reopening, now)
}

/** A ride that is down and probably not back before the closing. It is a level, so the next poll shows it again. */
export function judgeDone(
  reading: Omit<Reading, 'waitMinutes'> & { isProbablyDone?: boolean | undefined },
  now: Date,
): Verdict {
  if (reading.status !== 'DOWN' || !reading.isProbablyDone) return 'no-news'
  return guard(reading, now)
}

function guard(reading: Omit<Reading, 'status' | 'waitMinutes'>, now: Date): Verdict {
  if (!reading.parkOpen) return 'park-closed'
  if (!reading.trusted) return 'untrusted'
  if (ageMinutes(reading.observedAt, now) > STALE_AFTER_MINUTES) return 'stale'
  return needsToBeNewest(reading, now) && !reading.isNewest ? 'behind' : 'may-alert'
}
