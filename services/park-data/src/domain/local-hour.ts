import { Temporal } from 'temporal-polyfill'

/** The hour of the park's local time, by which statistics are kept. */
export type ParkHour = { date: string; hour: number; isWeekend: boolean }

export function parkHourAt(now: Date, timezone: string): ParkHour {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  return { date: local.toPlainDate().toString(), hour: local.hour, isWeekend: local.dayOfWeek >= 6 }
}
