import { MAX_DAYS_AHEAD } from '@walkon/contracts/http/billing'
import { Temporal } from 'temporal-polyfill'

/**
 * Which days may be chosen and when alerts are on for them (decisions, section 2). A date is a calendar day of the
 * park, so what "today" is depends on the park's time zone and never on the visitor's.
 */

export type PassWindow = { date: string; startsAt: Date; endsAt: Date }

export type DateProblem = { problem: 'date-in-past' | 'date-too-far'; date: string }

export const isDateProblem = (dates: string[] | DateProblem): dates is DateProblem => !Array.isArray(dates)

/** The chosen dates in order, each once, or what is wrong with one of them. */
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

export type Visit = {
  dates: string[]
  /** Park time, `hh:mm`, for the days to come. */
  startTime: string | null
  timezone: string
  passHours: number
}

/**
 * One window of `passHours` for each date that is not over. Today starts at the moment of activation; a later day at
 * the chosen time, or at 00:00. A time that the clocks skip or repeat is read as the later or the first one.
 */
export function toPassWindows({ dates, startTime, timezone, passHours }: Visit, now: Date): PassWindow[] {
  const today = todayIn(timezone, now)
  return inOrder(dates)
    .filter((date) => compare(date, today) >= 0)
    .map((date) => {
      const startsAt = compare(date, today) === 0 ? now : startOf(date, startTime ?? '00:00', timezone)
      return { date, startsAt, endsAt: new Date(startsAt.getTime() + Math.round(passHours * 3_600_000)) }
    })
}

/** When a pass ends, as answers say it. */
export const toPassEnd = (endsAt: Date, { timezone }: { timezone: string }) => ({
  endsAt: endsAt.toISOString(),
  timezone,
})

/** When the last of these days ends at the park. */
export const toEndOfDays = (dates: string[], timezone: string): Date => {
  const last = Temporal.PlainDate.from(inOrder(dates).at(-1) ?? '').add({ days: 1 })
  return startOf(last.toString(), '00:00', timezone)
}

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
