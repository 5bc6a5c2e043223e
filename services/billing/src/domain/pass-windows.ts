import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import { parkDayOf } from '@walkon/service/park-day'
import { Temporal } from 'temporal-polyfill'

/**
 * The days that may be chosen and when alerts are on for them (decisions, section 2). A date is a calendar day of the park, so "today"
 * depends on the park's time zone and never on the visitor's.
 */

export type PassWindow = { date: string; startsAt: Date; endsAt: Date }

export type DateProblem = { problem: 'date-in-past' | 'date-too-far'; date: string }

export const isDateProblem = (dates: string[] | DateProblem): dates is DateProblem => !Array.isArray(dates)

/** Returns the chosen dates in order, each once, or the fault of one of them. */
export function decideDates(dates: string[], timezone: string, now: Date): string[] | DateProblem {
  const today = todayIn(timezone, now)
  const last = today.add({ days: MAX_DAYS_AHEAD })
  const chosen = inOrder(dates)
  for (const date of chosen) {
    if (compare(date, today) < 0) return { problem: 'date-in-past', date }
    if (compare(date, last) > 0) return { problem: 'date-too-far', date }
  }
  return chosen
}

/**
 * The terms of a sale, which an order keeps. Under 1 a later day begins at midnight, and each alert counts for the guarantee. Under 2 a day
 * without a chosen start is the park's own, and news alone counts.
 */
export const TERMS = 2

export type Visit = {
  dates: string[]
  /** Park time, `hh:mm`; null: none was chosen. */
  startTime: string | null
  timezone: string
  /** How long a window lasts that has a start: today's, and that of a chosen time. */
  passHours: number
  terms: number
}

/**
 * One window for each date that is not over. A day that has begun starts now, or at the chosen time if that is later; a later one at the chosen
 * time. Without it a later day is the park's own, from 04:00 to 04:00. A time that the clocks skip or repeat is read as the later or the first one.
 */
export function toPassWindows(visit: Visit, now: Date): PassWindow[] {
  return inOrder(visit.dates)
    .filter((date) => toEndOfDays([date], visit.timezone) > now)
    .map((date) => toWindow(date, visit, now))
}

function toWindow(date: string, { startTime, timezone, passHours, terms }: Visit, now: Date): PassWindow {
  const chosen = startTime ?? (terms === 1 ? MIDNIGHT : null)
  const hasBegun = startOf(date, MIDNIGHT, timezone) <= now
  if (!hasBegun && chosen === null) {
    const { startsAt, endsAt } = parkDayOf(date, timezone)
    return { date, startsAt, endsAt }
  }
  const startsAt = latest(hasBegun ? now : null, chosen === null ? null : startOf(date, chosen, timezone))
  return { date, startsAt, endsAt: new Date(startsAt.getTime() + Math.round(passHours * 3_600_000)) }
}

const MIDNIGHT = '00:00'

const latest = (...instants: (Date | null)[]): Date =>
  new Date(Math.max(...instants.flatMap((instant) => instant?.getTime() ?? [])))

/** When a pass ends, as answers say it. */
export const toPassEnd = (endsAt: Date, { timezone }: { timezone: string }) => ({
  endsAt: endsAt.toISOString(),
  timezone,
})

/** When the last of these days ends at the park: at 04:00 of the next morning. */
export const toEndOfDays = (dates: string[], timezone: string): Date =>
  parkDayOf(inOrder(dates).at(-1) ?? '', timezone).endsAt

/** Today at the park, and so many days after it. */
export const toDaysAhead = (timezone: string, now: Date, days: number): string[] => {
  const today = todayIn(timezone, now)
  return Array.from({ length: days + 1 }, (_, ahead) => today.add({ days: ahead }).toString())
}

const todayIn = (timezone: string, now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()

const startOf = (date: string, time: string, timezone: string) =>
  new Date(Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone).epochMilliseconds)

const compare = (date: string, day: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(date), day)

const inOrder = (dates: string[]) => [...new Set(dates)].toSorted()
