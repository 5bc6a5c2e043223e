import { usDate } from '@walkon/contracts/us-date'

/**
 * Days and times of a park, in the park's time zone. Days are `yyyy-mm-dd`; a visitor picks calendar days,
 * while the day of a board begins at 4 am (a park that closes at 1 am has not started a new one).
 */

const PARK_DAY_BEGINS_AT_MINUTE = 4 * 60
const MINUTES_A_DAY = 24 * 60
const MONTHS_AND_DAYS = 'UTC'

/** The calendar day it is in the park. */
export function parkDateAt(at: Date, timezone: string): string {
  const { year, month, day } = partsOf(at, timezone)
  return `${year}-${month}-${day}`
}

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T12:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** `count` days, the first one being `date`. */
export function daysFrom(date: string, count: number): string[] {
  return Array.from({ length: count }, (_, offset) => addDays(date, offset))
}

/** A day in words: "Tue, Apr 14". */
export const dayLabel = usDate

export function weekday(date: string): string {
  return dateFormat({ weekday: 'short' }).format(new Date(`${date}T12:00:00Z`))
}

export const isWeekend = (date: string): boolean => ['Sat', 'Sun'].includes(weekday(date))

export function monthName(date: string): string {
  return dateFormat({ month: 'long' }).format(new Date(`${date}T12:00:00Z`))
}

export function dayOfMonth(date: string): number {
  return Number(date.slice(8))
}

/** A time of the park's clock, as the visitor is used to read one: "9 am", "2:44 pm", or "09:00", "14:44". */
export const clockTime = (at: Date, timezone: string): string => clock(minuteOfDay(at, timezone))

/** Minutes since midnight on the park's clock. */
export function minuteOfDay(at: Date, timezone: string): number {
  const { hour, minute } = partsOf(at, timezone)
  return Number(hour) * 60 + Number(minute)
}

/** Minutes since the park's day began, at 4 am. */
export function minutesIntoParkDay(at: Date, timezone: string): number {
  const minutes = minuteOfDay(at, timezone) - PARK_DAY_BEGINS_AT_MINUTE
  return minutes < 0 ? minutes + MINUTES_A_DAY : minutes
}

/** The park's day that an instant belongs to, named by the calendar day on which it began at 4 am. */
export const parkDayAt = (at: Date, timezone: string): string =>
  addDays(parkDateAt(at, timezone), minuteOfDay(at, timezone) < PARK_DAY_BEGINS_AT_MINUTE ? -1 : 0)

/** True if an earlier instant was on the day that it is in the park. */
export function isOfParkDay(at: Date, now: Date, timezone: string): boolean {
  return minutesOf(now) - minutesOf(at) <= minutesIntoParkDay(now, timezone)
}

const minutesOf = (at: Date) => Math.floor(at.getTime() / 60_000)

/** Returns the park's clock so many minutes into its day. */
export function parkDayClock(minutesIntoDay: number): string {
  return clock((minutesIntoDay + PARK_DAY_BEGINS_AT_MINUTE) % MINUTES_A_DAY)
}

/** "EDT", to be named beside times of a park. */
export function timezoneName(at: Date, timezone: string): string {
  const parts = formatter(timezone, { timeZoneName: 'short' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timezone
}

/** True if the park's clock differs from the visitor's own. */
export const isElsewhere = (at: Date, timezone: string): boolean =>
  minuteOfWeek(at, timezone) !== minuteOfWeek(at, ownTimezone())

export const ownTimezone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** "2:44 pm", or "2:44 pm EDT (8:44 pm your time)" for a visitor whose own clock shows something else. */
export function clockTimeForVisitor(at: Date, timezone: string): string {
  const time = clockTime(at, timezone)
  return isElsewhere(at, timezone)
    ? `${time} ${timezoneName(at, timezone)}${ownTimeWords(at, timezone)}`
    : time
}

/** "9 am to 10 pm". */
export const spanWords = (from: Date, to: Date, timezone: string): string =>
  `${clockTime(from, timezone)} to ${clockTime(to, timezone)}`

/** "3 pm to 4 am your time", with the day where it begins on another one; nothing where the clocks are the same. */
export function ownSpan(
  from: Date,
  to: Date,
  timezone: string,
  within: (words: string) => string = (words) => words,
): string {
  if (!isElsewhere(from, timezone)) return ''
  return within(`${ownDay(from, timezone)}${spanWords(from, to, ownTimezone())} your time`)
}

/** " (Thu, Nov 26, 1:08 am your time)": the day where it is another one too. Nothing where the clocks are the same. */
export function ownTimeWords(at: Date, timezone: string): string {
  if (!isElsewhere(at, timezone)) return ''
  return ` (${ownDay(at, timezone)}${clockTime(at, ownTimezone())} your time)`
}

/** "Thu, Nov 26, " where the visitor's day is another one than the park's. */
export function ownDay(at: Date, timezone: string): string {
  const date = parkDateAt(at, ownTimezone())
  return date === parkDateAt(at, timezone) ? '' : `${dayLabel(date)}, `
}

/** How long ago: "just now", "3 min ago", "2 h ago". A clock that runs ahead makes no negative ages. */
export function ageOf(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 120) return `${minutes} min ago`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`
  return `${Math.floor(minutes / MINUTES_A_DAY)} days ago`
}

function clock(minutes: number): string {
  const hour = Math.floor(minutes / 60)
  const minute = minutes % 60
  if (countsTo24()) return [hour, minute].map((part) => `${part}`.padStart(2, '0')).join(':')
  const shown = `${hour % 12 === 0 ? 12 : hour % 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
  return `${shown} ${hour < 12 ? 'am' : 'pm'}`
}

let ownClock: Intl.DateTimeFormat | undefined

/** The habit of the browser's language. */
function countsTo24(): boolean {
  ownClock ??= new Intl.DateTimeFormat(undefined, { hour: 'numeric' })
  const { hourCycle } = ownClock.resolvedOptions()
  return hourCycle === 'h23' || hourCycle === 'h24'
}

function minuteOfWeek(at: Date, timezone: string): string {
  const { day, hour, minute } = partsOf(at, timezone)
  return `${day} ${hour}:${minute}`
}

function partsOf(at: Date, timezone: string): Record<string, string> {
  const format = formatter(timezone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatter(MONTHS_AND_DAYS, options)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter is slow, and a board makes the same few again and again. */
function formatter(timezone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = timezone + JSON.stringify(options)
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: timezone })
  formatters.set(key, made)
  return made
}
