import { keyOf, type Opening } from './table-openings.ts'

/** The transaction that stores an opening tells of it, once (`use-cases/restaurants/save-observed-tables.ts`). Here: how often an account is told. */

/** An account is told of the same table, and a preference of its ride, at most once in this time (decisions, section 7). */
export const TOLD_AGAIN_AFTER_MINUTES = 30

/** A table that was free so long ago is of no use. */
const WALK_UP_MINUTES = 20
const RESERVATION_MINUTES = 60

/** Earlier news of a table does not keep it from being told again. */
export const toldAgainBefore = (at: Date): Date => new Date(at.getTime() - TOLD_AGAIN_AFTER_MINUTES * 60_000)

/** Returns true for a table that an account has been told of, and notes that it is told now. Starts with what was told in the last half hour. */
export function createToldOnce(told: { userId: string; slot: string }[]) {
  const known = new Set(told.map(({ userId, slot }) => `${userId} ${slot}`))
  return (userId: string, opening: Opening): boolean => {
    const key = `${userId} ${keyOf(opening)}`
    if (known.has(key)) return true
    known.add(key)
    return false
  }
}

/** How long a mail of these tables is of use. */
export const usefulMinutes = (tables: Opening[]): number =>
  tables.every(({ source }) => source === 'walk-up') ? WALK_UP_MINUTES : RESERVATION_MINUTES
