import { Temporal } from 'temporal-polyfill'
import type { Park } from '../catalog/park.ts'

export type Opening = {
  date: Temporal.PlainDate
  type: 'OPERATING' | 'TICKETED_EVENT'
  description?: string
  opens: Temporal.ZonedDateTime
  closes: Temporal.ZonedDateTime
}

/** The hour of the night at which a park's day turns: what happens before it still belongs to the day before. */
const DAY_TURNS_AT = 4

/**
 * When a park is open on a day. A park that is always open shows one entry a day, from midnight to the turn of the next day: any way to
 * tell its day finds it open.
 */
export function openingsOn(park: Park, date: Temporal.PlainDate, alwaysOpen: boolean): Opening[] {
  if (alwaysOpen) {
    const closes = at(park, date.add({ days: 1 }), DAY_TURNS_AT)
    return [{ date, type: 'OPERATING', opens: at(park, date, 0), closes }]
  }

  const opens = at(park, date, park.queueStyle === 'plain' ? 10 : 9)
  const weekend = date.dayOfWeek >= 6
  const operating: Opening = { date, type: 'OPERATING', opens, closes: at(park, date, weekend ? 22 : 21) }
  if (park.queueStyle !== 'lightning-lane') return [operating]
  const early = opens.subtract({ minutes: 30 })
  return [
    { date, type: 'TICKETED_EVENT', description: 'Early Entry', opens: early, closes: opens },
    operating,
  ]
}

export function parkDateOf(park: Park, instant: Date): Temporal.PlainDate {
  return inZone(instant, park.timezone).subtract({ hours: DAY_TURNS_AT }).toPlainDate()
}

/** When the park's day begins. */
export const turnOf = (park: Park, date: Temporal.PlainDate): Date =>
  new Date(at(park, date, DAY_TURNS_AT).epochMilliseconds)

/** The opening during which a park is open at that instant, the latest if there are two. */
export function openingAt(park: Park, instant: Date, alwaysOpen: boolean): Opening | null {
  const today = inZone(instant, park.timezone).toPlainDate()
  const ms = instant.getTime()
  return (
    [today.subtract({ days: 1 }), today]
      .flatMap((date) => openingsOn(park, date, alwaysOpen))
      .findLast(({ opens, closes }) => opens.epochMilliseconds <= ms && ms < closes.epochMilliseconds) ?? null
  )
}

/** When the park closed last before an instant at which it is closed. */
export function closedSince(park: Park, instant: Date): Date {
  const today = inZone(instant, park.timezone).toPlainDate()
  const closings = [today.subtract({ days: 2 }), today.subtract({ days: 1 }), today]
    .flatMap((date) => openingsOn(park, date, false))
    .map(({ closes }) => closes.epochMilliseconds)
    .filter((closes) => closes <= instant.getTime())
  return new Date(Math.max(...closings))
}

export function inZone(instant: Date, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timezone)
}

/** As the feed writes instants of a park: its wall clock with the offset, to the second. */
export function toLocalText(instant: Temporal.ZonedDateTime): string {
  return instant.toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

function at(park: Park, date: Temporal.PlainDate, hour: number): Temporal.ZonedDateTime {
  return date.toZonedDateTime({ timeZone: park.timezone, plainTime: Temporal.PlainTime.from({ hour }) })
}
