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
 * Guard: no alert outside the park's opening hours, and none from the last closing time on, because rows often keep their waits after
 * closing. A park without known hours is closed by its schedule. A missing alert can be sent a minute later; an alert for a closed park
 * cannot be withdrawn. Its rides have a vote too (`isParkOpen`).
 */
export function isOpen(openings: Opening[], now: Date): boolean {
  return openings.some(({ opensAt, closesAt }) => opensAt <= now && now < closesAt)
}

/** When the present opening began; hours that touch or overlap are one opening. Null while the park is closed. */
export function openedAt(openings: Opening[], now: Date): Date | null {
  let start: Date | null = null
  for (;;) {
    const from: Date = start ?? now
    const earlier = openings.filter(({ opensAt, closesAt }) =>
      start ? opensAt < from && from <= closesAt : opensAt <= from && from < closesAt,
    )
    if (earlier.length === 0) return start
    start = new Date(Math.min(...earlier.map(({ opensAt }) => opensAt.getTime())))
  }
}

/** When the present opening ends; hours that touch or overlap are one opening. Null while the park is closed. */
export function presentClosing(openings: Opening[], now: Date): Date | null {
  let end: Date | null = null
  for (;;) {
    const until: Date = end ?? now
    const later = openings.filter(({ opensAt, closesAt }) => opensAt <= until && until < closesAt)
    if (later.length === 0) return end
    end = new Date(Math.max(...later.map(({ closesAt }) => closesAt.getTime())))
  }
}

/** The last closing time of the known hours that has passed; null if there is none. */
export function lastClosedAt(openings: Opening[], now: Date): Date | null {
  const closings = openings
    .filter(({ closesAt }) => closesAt <= now)
    .map(({ closesAt }) => closesAt.getTime())
  return closings.length === 0 ? null : new Date(Math.max(...closings))
}

/** Some parks give a closing time after midnight the date of the opening. */
export function toClosing(opensAt: Date, closesAt: Date, timezone: string): Date {
  if (closesAt > opensAt) return closesAt
  const nextDay = Temporal.Instant.fromEpochMilliseconds(closesAt.getTime())
    .toZonedDateTimeISO(timezone)
    .add({ days: 1 })
  return new Date(nextDay.epochMilliseconds)
}
