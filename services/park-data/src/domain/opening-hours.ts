import { Temporal } from 'temporal-polyfill'

/** Private events and announcements are no hours of the park. */
export const OPENING_TYPES = ['OPERATING', 'TICKETED_EVENT', 'EXTRA_HOURS'] as const

export type Opening = {
  /** The park day it belongs to, also when it closes after midnight. */
  date: string
  type: (typeof OPENING_TYPES)[number]
  opensAt: Date
  closesAt: Date
}

/**
 * Guard: nothing fires outside the park's own hours, and it stops hard at the last closing time, because rows
 * are often left standing after it. A park whose hours nobody knows is closed: an alert that is not sent can be
 * sent a minute later, one that is sent to a closed park can not be taken back.
 */
export function isOpen(openings: Opening[], now: Date): boolean {
  return openings.some(({ opensAt, closesAt }) => opensAt <= now && now < closesAt)
}

/** Some parks write a closing after midnight with the date of the opening. */
export function toClosing(opensAt: Date, closesAt: Date, timezone: string): Date {
  if (closesAt > opensAt) return closesAt
  const nextDay = Temporal.Instant.fromEpochMilliseconds(closesAt.getTime())
    .toZonedDateTimeISO(timezone)
    .add({ days: 1 })
  return new Date(nextDay.epochMilliseconds)
}
