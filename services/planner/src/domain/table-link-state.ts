import type { ToldTableState } from '@walkon/contracts/http/restaurant-alerts'
import { parkDayAt } from '@walkon/service/park-day'
import { canBeTaken, type Table, type TablePlace } from './table-openings.ts'

/** An older check says nothing about now: the alerts of the day have ended, or the provider does not answer. */
const LOOK_KEPT_MS = 30 * 60_000

type Told = Pick<Table, 'date' | 'time'> & TablePlace & { isSeen: boolean; checkedAt: Date | null }

/** Returns the state of a table that was told. */
export function stateOfTold(told: Told, now: Date): ToldTableState {
  const isOver = told.time === null && told.date !== parkDayAt(now, told.timezone).date
  if (isOver || !canBeTaken(told, told, now)) return 'past'
  if (!told.isSeen) return 'gone'
  const isWatched =
    told.time === null ||
    (told.checkedAt !== null && now.getTime() - told.checkedAt.getTime() <= LOOK_KEPT_MS)
  return isWatched ? 'free' : 'unwatched'
}
