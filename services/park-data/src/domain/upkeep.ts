import { parkDayAt } from '@walkon/service/park-day'

const DAY_MS = 86_400_000
const HOURS_ARE_OLD_AFTER_MS = 6 * 3_600_000

/** Destinations and attractions are read once a day. */
export function isCatalogueDue(readAt: Date | null, now: Date): boolean {
  return readAt === null || now.getTime() - readAt.getTime() >= DAY_MS
}

/** Hours are read four times a day, and when a new park day begins. */
export function areHoursDue(readAt: Date | null, now: Date, timezone: string): boolean {
  if (readAt === null || now.getTime() - readAt.getTime() >= HOURS_ARE_OLD_AFTER_MS) return true
  return readAt < parkDayAt(now, timezone).startsAt
}
