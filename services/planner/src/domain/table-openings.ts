import { Temporal } from 'temporal-polyfill'
import type { Meal } from './meal.ts'

/** A table offered for a party on a day: to a guest who walks up now, or for a time that can be reserved. */
export type Table = {
  restaurantId: string
  /** A calendar day of the park. */
  date: string
  source: 'walk-up' | 'reservation'
  partySize: number
  /** `HH:mm` in the park's time; null for a walk-up table. */
  time: string | null
  /** Null for a reservation. */
  waitMinutes: number | null
  meal: Meal
}

/** A table since it came free. `missed` counts the polls in a row in which it was not seen. */
export type Opening = Table & { id: string; parkId: string; openedAt: Date; missed: number }

/** The facts that decide whether a table of a restaurant can still be taken. */
export type TablePlace = { timezone: string; isShut: boolean }

/** True if a table can still be taken: its time is not over by the park's clock, and its restaurant is not shut that day. */
export function canBeTaken(
  { date, time }: Pick<Table, 'date' | 'time'>,
  { timezone, isShut }: TablePlace,
  now: Date,
): boolean {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone)
  if (time === null) return !isShut
  if (isShut && date === today.toPlainDate().toString()) return false
  const seatedAt = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timezone)
  return Temporal.ZonedDateTime.compare(seatedAt, today) > 0
}

export type ObservedOpenings = {
  opened: Table[]
  /** Ids of openings that were not seen, and may be seen again. */
  missed: string[]
  /** Ids of openings that are seen again. */
  seenAgain: string[]
  ended: string[]
}

/** An opening ends after so many polls without it: feeds flicker, and one opening is told once. */
const POLLS_TO_END = 2

/** Compares the openings that are known with what one poll offers. */
export function observeOpenings(known: Opening[], offered: Table[]): ObservedOpenings {
  const offeredKeys = new Set(offered.map(keyOf))
  const knownKeys = new Set(known.map(keyOf))
  const unseen = known.filter((opening) => !offeredKeys.has(keyOf(opening)))
  const idsOf = (openings: Opening[]) => openings.map(({ id }) => id)
  return {
    opened: onceEach(offered).filter((table) => !knownKeys.has(keyOf(table))),
    missed: idsOf(unseen.filter(({ missed }) => missed + 1 < POLLS_TO_END)),
    seenAgain: idsOf(known.filter((opening) => opening.missed > 0 && offeredKeys.has(keyOf(opening)))),
    ended: idsOf(unseen.filter(({ missed }) => missed + 1 >= POLLS_TO_END)),
  }
}

/** The same for the same table. */
export const keyOf = ({
  restaurantId,
  date,
  source,
  partySize,
  time,
}: Pick<Table, 'restaurantId' | 'date' | 'source' | 'partySize' | 'time'>): string =>
  [restaurantId, date, source, partySize, time ?? ''].join('|')

const onceEach = (tables: Table[]): Table[] => [
  ...new Map(tables.map((table) => [keyOf(table), table])).values(),
]
