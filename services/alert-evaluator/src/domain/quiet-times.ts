import { parkDayAt } from '@walkon/service/park-day'
import { Temporal } from 'temporal-polyfill'
import { mergeWindows, type Window } from './windows.ts'

/** When a visitor wants no alerts: quiet hours of each day, and a pause for the rest of a day. Both in the park's time. */

/** Times of the park's clock, `hh:mm`; quiet hours that end at the earlier time end on the next day. */
export type QuietHours = { from: string; until: string }

export type QuietTimes = {
  quietHours: QuietHours | null
  /** When the visitor paused; null without a pause. */
  pausedAt: Date | null
}

/**
 * The stretch of these windows outside the visitor's quiet times that is open now, or else the next to open; null if none is left.
 */
export function currentOrNextAlertWindow(
  windows: Window[],
  { quietHours, pausedAt }: QuietTimes,
  timezone: string,
  now: Date,
): Window | null {
  const paused = pausedAt ? [{ startsAt: pausedAt, endsAt: endOfPause(pausedAt, timezone) }] : []
  for (const window of mergeWindows(windows)) {
    if (window.endsAt <= now) continue
    const from = window.startsAt > now ? window.startsAt : now
    const quiet = quietHours ? listQuietHours(quietHours, timezone, from) : []
    const open = subtract(window, mergeWindows([...quiet, ...paused])).find(({ endsAt }) => endsAt > now)
    if (open) return open
  }
  return null
}

/** A pause ends with the park's day, as the silence of DONE does. */
export const endOfPause = (pausedAt: Date, timezone: string): Date => parkDayAt(pausedAt, timezone).endsAt

/**
 * Lists the quiet hours from those that ended last before that instant to those of three days later. The minutes between them can be missing
 * twice in a row: on the day whose clocks leave them out, and on the day of a pause.
 */
function listQuietHours({ from, until }: QuietHours, timezone: string, at: Date): Window[] {
  const day = dateAt(at, timezone)
  return [-1, 0, 1, 2, 3].flatMap((days) => {
    const date = day.add({ days })
    const startsAt = firstInstantAt(date, from, timezone)
    const endsAt = firstInstantAt(from < until ? date : date.add({ days: 1 }), until, timezone)
    return startsAt < endsAt ? [{ startsAt, endsAt }] : []
  })
}

/** The first instant of the day at which the clock shows this time or a later one: clocks repeat times, and leave some out. */
function firstInstantAt(date: Temporal.PlainDate, time: string, timezone: string): Date {
  const wanted = date.toPlainDateTime(time)
  const zoned = wanted.toZonedDateTime(timezone)
  if (zoned.toPlainDateTime().equals(wanted)) return toDate(zoned)
  const before = wanted.toZonedDateTime(timezone, { disambiguation: 'earlier' })
  return toDate(before.getTimeZoneTransition('next') ?? zoned)
}

/** Returns the rest of a window without these, which are merged. */
function subtract(window: Window, quiet: Window[]): Window[] {
  const left: Window[] = []
  let startsAt = window.startsAt
  for (const { startsAt: quietFrom, endsAt: quietUntil } of quiet) {
    if (quietFrom > startsAt) left.push({ startsAt, endsAt: earlier(quietFrom, window.endsAt) })
    if (quietUntil > startsAt) startsAt = quietUntil
    if (startsAt >= window.endsAt) return left
  }
  return [...left, { startsAt, endsAt: window.endsAt }]
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)

const dateAt = (at: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate()

const toDate = (zoned: Temporal.ZonedDateTime) => new Date(zoned.epochMilliseconds)
