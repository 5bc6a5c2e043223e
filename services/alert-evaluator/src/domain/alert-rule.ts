import type { RideStatus } from '@walkon/contracts/values'

/** When a reading may alert. Pure: reading and present are arguments. */

export type Reading = {
  status: RideStatus
  /** Posted standby wait; null is no reading, 0 is "walk on". */
  waitMinutes: number | null
  observedAt: Date
  /** Whether the observation is within the park's opening hours. */
  parkOpen: boolean
  /** False for the first reading after a gap, and for a park whose rows have stopped changing. */
  trusted: boolean
}

export type Reopening = Omit<Reading, 'waitMinutes'> & { hasReopened: boolean }

/** `no-news`: the wait is not short, the usual case. The others are short waits or reopenings that a guard holds back. */
export type Verdict = 'may-alert' | 'no-news' | 'park-closed' | 'untrusted' | 'stale'

/** In minutes. Older readings come after an outage or a replay, and are of no use to a visitor. */
export const STALE_AFTER_MINUTES = 10

/** Short is at or below the threshold, and above 0: a ride without a queue posts 0 all day. */
export function judgeWait(reading: Reading, thresholdMinutes: number, now: Date): Verdict {
  const { status, waitMinutes } = reading
  if (status !== 'OPERATING' || waitMinutes === null) return 'no-news'
  if (waitMinutes <= 0 || waitMinutes > thresholdMinutes) return 'no-news'
  return guard(reading, now)
}

/** A ride that was down and runs again: `hasReopened` covers all polls of a batch, `status` is that of the newest. */
export function judgeReopening(reopening: Reopening, now: Date): Verdict {
  if (!reopening.hasReopened || reopening.status !== 'OPERATING') return 'no-news'
  return guard(reopening, now)
}

function guard(
  { parkOpen, trusted, observedAt }: Pick<Reading, 'parkOpen' | 'trusted' | 'observedAt'>,
  now: Date,
): Verdict {
  if (!parkOpen) return 'park-closed'
  if (!trusted) return 'untrusted'
  // A reading from the future is as unreliable as one from the past.
  const ageMinutes = Math.abs(now.getTime() - observedAt.getTime()) / 60_000
  return ageMinutes > STALE_AFTER_MINUTES ? 'stale' : 'may-alert'
}
