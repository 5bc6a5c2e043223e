import { Temporal } from 'temporal-polyfill'

/** Private events and announcements are not opening hours. */
export const OPENING_TYPES = ['OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS'] as const

export type Opening = {
  /** The park day it belongs to, also when it closes after midnight. */
  date: string
  type: (typeof OPENING_TYPES)[number]
  opensAt: Date
  closesAt: Date
}

/**
 * Guard: no alert outside the park's opening hours, and none from the last closing time on, because rows
 * often keep their waits after closing. A park without known hours is closed: a missing alert can be
 * sent a minute later, an alert for a closed park cannot be withdrawn.
 */
export function isOpen(openings: Opening[], now: Date): boolean {
  return openings.some(({ opensAt, closesAt }) => opensAt <= now && now < closesAt)
}

/** Some parks give a closing time after midnight the date of the opening. */
export function toClosing(opensAt: Date, closesAt: Date, timezone: string): Date {
  if (closesAt > opensAt) return closesAt
  const nextDay = Temporal.Instant.fromEpochMilliseconds(closesAt.getTime())
    .toZonedDateTimeISO(timezone)
    .add({ days: 1 })
  return new Date(nextDay.epochMilliseconds)
}
