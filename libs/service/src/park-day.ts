import { Temporal } from 'temporal-polyfill'

/** A day of the park: it begins at 4 am, so that hours after midnight belong to the evening before. */
export type ParkDay = { date: string; startsAt: Date; endsAt: Date }

const DAY_BEGINS_AT = Temporal.PlainTime.from({ hour: 4 })

/** The day of the last call for each time zone: a poll asks for the day of its park once for each ride. */
const lastDays = new Map<string, ParkDay>()

export function parkDayAt(now: Date, timezone: string): ParkDay {
  const last = lastDays.get(timezone)
  if (last && last.startsAt <= now && now < last.endsAt) return last
  const day = toParkDay(dateAt(now, timezone), timezone)
  lastDays.set(timezone, day)
  return day
}

function dateAt(now: Date, timezone: string): Temporal.PlainDate {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  const isStillYesterday = Temporal.PlainTime.compare(local.toPlainTime(), DAY_BEGINS_AT) < 0
  return isStillYesterday ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate()
}

/** Throws a RangeError for a date that does not exist. */
export function parkDayOf(date: string, timezone: string): ParkDay {
  return toParkDay(Temporal.PlainDate.from(date), timezone)
}

/** Calendar arithmetic: a day on which the clocks change has 23 or 25 hours. */
function toParkDay(date: Temporal.PlainDate, timezone: string): ParkDay {
  const start = (day: Temporal.PlainDate) =>
    new Date(day.toZonedDateTime({ timeZone: timezone, plainTime: DAY_BEGINS_AT }).epochMilliseconds)
  return { date: date.toString(), startsAt: start(date), endsAt: start(date.add({ days: 1 })) }
}

export const minutesInto = (day: ParkDay, now: Date) =>
  Math.floor((now.getTime() - day.startsAt.getTime()) / 60_000)
