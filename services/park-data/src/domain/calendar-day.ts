import { parkDayOf } from '@walkon/service/park-day'
import { Temporal } from 'temporal-polyfill'
import type { Opening } from './opening-hours.ts'

/** A stretch of time in one hour of the park's calendar. */
export type HourSpan = { hour: number; startsAt: Date; endsAt: Date }

/** A day of the park's calendar, `yyyy-mm-dd`, from midnight to midnight: not the park's day, which ends at 4 am (`libs/service/src/park-day.ts`). */
export type CalendarDay = {
  date: string
  isWeekend: boolean
  /** When the park day began that holds the hours after midnight: each ride has a reading at its beginning. */
  stepsFrom: Date
  endsAt: Date
  /** Where the opening hours are known, only the time in which the park was open. */
  hours: HourSpan[]
}

/** A day on which the clocks change has 23 hours, or 25 with one hour twice. */
export function toCalendarDay(date: string, timezone: string, openings: Opening[]): CalendarDay {
  const day = Temporal.PlainDate.from(date)
  const startsAt = day.toZonedDateTime(timezone)
  const end = day.add({ days: 1 }).toZonedDateTime(timezone)
  const hours: HourSpan[] = []
  for (let at = startsAt; Temporal.ZonedDateTime.compare(at, end) < 0; at = at.add({ hours: 1 }))
    hours.push({ hour: at.hour, startsAt: toDate(at), endsAt: toDate(at.add({ hours: 1 })) })
  return {
    date,
    isWeekend: isOfWeekend(date),
    stepsFrom: parkDayOf(day.subtract({ days: 1 }).toString(), timezone).startsAt,
    endsAt: toDate(end),
    hours: openings.length > 0 ? hours.flatMap((hour) => whileOpen(hour, openings)) : hours,
  }
}

/** True for the Saturdays and Sundays of the calendar. */
export const isOfWeekend = (date: string): boolean => Temporal.PlainDate.from(date).dayOfWeek >= 6

const toDate = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds)

/** Openings may overlap: an hour is counted once. */
function whileOpen({ hour, startsAt, endsAt }: HourSpan, openings: Opening[]): HourSpan[] {
  const spans: HourSpan[] = []
  let countedUntil = startsAt
  for (const { opensAt, closesAt } of openings.toSorted(
    (a, b) => a.opensAt.getTime() - b.opensAt.getTime(),
  )) {
    const from = opensAt > countedUntil ? opensAt : countedUntil
    const until = closesAt < endsAt ? closesAt : endsAt
    if (from >= until) continue
    spans.push({ hour, startsAt: from, endsAt: until })
    countedUntil = until
  }
  return spans
}

/** The days from `first` to `last`, both included, in order. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  const end = Temporal.PlainDate.from(last)
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: 1 })
  )
    days.push(day.toString())
  return days
}

/** The last day of the park's calendar that is over. */
export const lastWholeDay = (now: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
    .subtract({ days: 1 })
    .toString()
