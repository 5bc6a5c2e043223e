import { parkDayAt } from '@walkon/service/park-day'
import { Temporal } from 'temporal-polyfill'

export type QuietTime = { quietFrom: string | null; quietUntil: string | null; pausedAt: Date | null }

/** True if a visitor wants no alerts at that instant: quiet hours of the park's clock, or a pause for the park's day. */
export function isQuietAt(
  { quietFrom, quietUntil, pausedAt }: QuietTime,
  timezone: string,
  at: Date,
): boolean {
  if (pausedAt !== null && at >= pausedAt && at < parkDayAt(pausedAt, timezone).endsAt) return true
  if (quietFrom === null || quietUntil === null) return false
  const now = toParkClock(at, timezone)
  return quietFrom < quietUntil ? now >= quietFrom && now < quietUntil : now >= quietFrom || now < quietUntil
}

/** The time of the park's clock, `hh:mm`. */
export const toParkClock = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })
