import { Temporal } from 'temporal-polyfill'
import { parseApiDateTime } from 'themeparks'

const LOCAL_TIME = /^(?<date>\d{4}-\d\d-\d\d)T(?<hours>\d\d):(?<minutes>\d\d)(?::\d\d)?$/

/**
 * A time without an offset is the park's local time; 24:00 is the end of the day. The SDK would read it with the offset of the same time of
 * day in UTC. That is another hour on the days on which the clocks change. Throws if the text is no time.
 */
export function toInstant(text: string, timezone: string): Date {
  const local = LOCAL_TIME.exec(text)?.groups
  if (!local) return parseApiDateTime(text, timezone)
  const midnight = Temporal.PlainDateTime.from(`${local['date']}T00:00`)
  const time = midnight.add({ hours: Number(local['hours']), minutes: Number(local['minutes']) })
  return new Date(time.toZonedDateTime(timezone).epochMilliseconds)
}

const OFFSET = /(Z|[+-]\d\d:?\d\d)$/

/** The same as ISO text; undefined for a value that is no time, and for a local time in an answer without a time zone. */
export function toIsoInstant(value: unknown, timezone: string | null): string | undefined {
  if (typeof value !== 'string' || (timezone === null && !OFFSET.test(value))) return undefined
  try {
    const instant = toInstant(value, timezone ?? 'UTC')
    return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
  } catch {
    return undefined
  }
}
