import type { LiveRide } from '@walkon/contracts/http/parks'
import { ageOf, clockTime, isOfParkDay } from '../../lib/park-time.ts'

/** Up to here an age is counted in minutes; an older wait is one that has stayed the same. */
const RECENT_MINUTES = 60

export type Present = {
  now: Date
  timezone: string
  /** When the park opened today, where it is known. */
  opensAt: Date | undefined
}

/**
 * How long a posted wait has been posted: "posted 3 min ago", "5 min since 9:08 am", "unchanged since opening". The feed tells when a
 * wait last changed, so an old one is not late: it stayed the same. Null for a wait without that instant.
 */
export function postedWords({ changedAt, waitMinutes }: LiveRide, present: Present): string | null {
  if (changedAt === null) return null
  const { now, timezone, opensAt } = present
  const at = new Date(changedAt)
  if (now.getTime() - at.getTime() < RECENT_MINUTES * 60_000) return `posted ${ageOf(at, now)}`
  if (!isOfParkDay(at, now, timezone) || (opensAt && at <= opensAt)) return 'unchanged since opening'
  const since = `since ${clockTime(at, timezone)}`
  return waitMinutes ? `${waitMinutes} min ${since}` : since
}

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** "was 90 three minutes ago", for a ride whose wait has just changed and whose day has no chart yet. */
export function wasWords({ previousWaitMinutes, changedAt }: LiveRide, now: Date): string | null {
  if (previousWaitMinutes === null || changedAt === null) return null
  const minutes = Math.floor((now.getTime() - Date.parse(changedAt)) / 60_000)
  const was = `was ${previousWaitMinutes}`
  if (minutes < 1) return `${was} a moment ago`
  return `${was} ${WORDS[minutes - 1] ?? minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
}
