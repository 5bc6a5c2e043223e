import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'

/** The list that a recorded response holds under `field`; null where it is no such response. */
export function recordedList(body: Buffer, field: 'liveData' | 'children' | 'schedule'): unknown[] | null {
  const parsed = z.looseObject({ [field]: z.array(z.unknown()) }).safeParse(toJson(body))
  return parsed.success ? z.array(z.unknown()).parse(parsed.data[field]) : null
}

/** A recorded response with one of its lists exchanged. */
export function withList(body: Buffer, field: 'liveData' | 'children', list: unknown[]): string {
  return JSON.stringify({ ...z.looseObject({}).parse(toJson(body)), [field]: list })
}

const INSTANT = /"(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))"/g
const DATE = /"(\d{4}-\d\d-\d\d)"/g

/**
 * Moves every timestamp of a response by as much as makes `recordedAt` now. Plain dates move by whole days of the
 * park, which turn at 4 am, so that the recorded today becomes today. Works on the text, so that
 * a response that is cut off keeps its fault.
 */
export function moveTimestamps(body: Buffer, recordedAt: Date, now: Date): Buffer {
  const text = body.toString('utf8')
  const timezone = timezoneIn(text)
  const movedMs = now.getTime() - recordedAt.getTime()
  const movedDays = parkDate(recordedAt, timezone).until(parkDate(now, timezone)).total('days')

  const moved = text
    .replaceAll(INSTANT, (_, instant: string) => `"${moveInstant(instant, movedMs, timezone)}"`)
    .replaceAll(DATE, (_, date: string) => `"${moveDate(date, movedDays)}"`)
  return Buffer.from(moved)
}

function moveInstant(text: string, movedMs: number, timezone: string): string {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return text
  const moved = Temporal.Instant.fromEpochMilliseconds(ms + movedMs)
  if (text.endsWith('Z')) return moved.toString({ smallestUnit: 'second' })
  return moved.toZonedDateTimeISO(timezone).toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

function moveDate(text: string, days: number): string {
  try {
    return Temporal.PlainDate.from(text).add({ days }).toString()
  } catch {
    return text
  }
}

function parkDate(instant: Date, timezone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime())
    .toZonedDateTimeISO(timezone)
    .subtract({ hours: 4 })
    .toPlainDate()
}

/** The zone that the response names, UTC where it names none that exists. */
function timezoneIn(text: string): string {
  const named = /"timezone"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: named }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

function toJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
