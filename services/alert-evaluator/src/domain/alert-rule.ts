import type { RideStatus } from '@walkon/contracts/values'

/** When a reading may alert. Pure: the caller brings the reading and the time. */

export type Reading = {
  status: RideStatus
  /** Posted standby wait; null is no reading, 0 is "walk on". */
  waitMinutes: number | null
  observedAt: Date
  /** Inside the park's own hours. */
  parkOpen: boolean
  /** False for a baseline after a gap and for a stale park. */
  trusted: boolean
}

export type Reopening = Omit<Reading, 'waitMinutes'> & { hasReopened: boolean }

/** `no-news` is the everyday case; the others are good news that a guard held back. */
export type Verdict = 'may-alert' | 'no-news' | 'park-closed' | 'untrusted' | 'stale'

/** A wait this old is of no use to a visitor; readings are this late after an outage or a replay. */
export const STALE_AFTER_MINUTES = 10

/** Short is at or below the threshold, and above 0: a ride without a queue posts 0 all day. */
export function judgeWait(reading: Reading, thresholdMinutes: number, now: Date): Verdict {
  const { status, waitMinutes } = reading
  if (status !== 'OPERATING' || waitMinutes === null) return 'no-news'
  if (waitMinutes <= 0 || waitMinutes > thresholdMinutes) return 'no-news'
  return guard(reading, now)
}

/** A ride that was down and runs: `hasReopened` comes from the readings, `status` is the newest. */
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
  // A reading from the future tells as little about now as one from the past.
  const ageMinutes = Math.abs(now.getTime() - observedAt.getTime()) / 60_000
  return ageMinutes > STALE_AFTER_MINUTES ? 'stale' : 'may-alert'
}
