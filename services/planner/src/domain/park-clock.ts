import { Temporal } from 'temporal-polyfill'

/** The time of the park's clock, `HH:mm`. */
export const toClockTime = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** A day so many days after another, `yyyy-mm-dd`. */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()
