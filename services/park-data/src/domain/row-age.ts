import { Temporal } from 'temporal-polyfill'
import type { ParkDay } from '@walkon/service/park-day'
import type { LiveRow } from './live-row.ts'
import { lastClosedAt, openedAt, type Opening } from './opening-hours.ts'

/** How old the rows of a park may be (decisions, section 3). `lastUpdated` is the last change of a row, not the last check. */

/** Rides post their first wait before the gates open. */
const BEFORE_OPENING_MS = 60 * 60_000

type Stamped = Pick<LiveRow, 'changedAt'>

/**
 * A row that last changed before this belongs to an earlier day and is no reading. Null while the park is closed: its board shows the last
 * posted waits. A park that its rides alone show to be open has no opening time; its rows count from the last closing on.
 */
export function readingsCountFrom(
  openings: Opening[],
  { day, readAt, isOpenByRides }: { day: ParkDay; readAt: Date; isOpenByRides: boolean },
): Date | null {
  const opened = openedAt(openings, readAt)
  if (opened) return new Date(opened.getTime() - BEFORE_OPENING_MS)
  if (!isOpenByRides) return null
  const closed = lastClosedAt(openings, readAt)
  return closed && closed > day.startsAt ? closed : day.startsAt
}

const LATE_MS = 35 * 60_000
const EARLY_MS = 5 * 60_000
const LEAST_SHIFT_MS = 60 * 60_000

/**
 * How far the stamps of a park are ahead of UTC, in milliseconds. Some parks write their local time as UTC. The newest row of such a park
 * is then as far from the present as its time zone.
 */
export function stampShiftMs(rows: Stamped[], readAt: Date, timezone: string): number {
  const stamps = rows.flatMap(({ changedAt }) => (changedAt ? [changedAt.getTime()] : []))
  if (stamps.length === 0) return 0
  const zoned = Temporal.Instant.fromEpochMilliseconds(readAt.getTime()).toZonedDateTimeISO(timezone)
  const offsetMs = zoned.offsetNanoseconds / 1e6
  const fromLocalMs = Math.max(...stamps) - (readAt.getTime() + offsetMs)
  const isLocal = fromLocalMs >= -LATE_MS && fromLocalMs <= EARLY_MS
  return isLocal && Math.abs(offsetMs) >= LEAST_SHIFT_MS ? offsetMs : 0
}

/** A row without a stamp has no known age, and counts. */
export const isOfEarlierDay = ({ changedAt }: Stamped, countFrom: Date | null, shiftMs: number): boolean =>
  countFrom !== null && changedAt !== null && changedAt.getTime() - shiftMs < countFrom.getTime()
