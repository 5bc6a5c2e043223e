import { clockTime, dayLabel, ownTimezone, parkDateAt, timezoneName } from '../../lib/park-time.ts'
import type { Visitor } from './visitor.ts'

/** An instant in words, by the clock that the visitor speaks of. */
export type Clock = (instant: string) => string

/** The time zone of the park that was watched last; that of this computer for who has watched none. */
export const zoneOf = ({ subscriptions }: Pick<Visitor, 'subscriptions'>): string =>
  subscriptions
    .toSorted((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt))
    .find(({ timezone }) => timezone !== null)?.timezone ?? ownTimezone()

/** "Tue, Apr 14, 2:10 pm EDT". */
export function clockOf(visitor: Pick<Visitor, 'subscriptions'>): Clock {
  const timezone = zoneOf(visitor)
  return (instant) => {
    const at = new Date(instant)
    return `${dayLabel(parkDateAt(at, timezone))}, ${clockTime(at, timezone)} ${timezoneName(at, timezone)}`
  }
}
