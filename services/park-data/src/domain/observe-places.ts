import type { Showtime } from '@walkon/contracts/http/park-day'
import type { RideStatus, WalkUpTable } from '@walkon/contracts/values'
import type { PlaceKind } from './catalogue.ts'

/** One row of the feed about a restaurant or a show, without the values that are not plausible. */
export type PlaceRow = {
  placeId: string
  kind: PlaceKind
  /** Null if the row has none; the catalogue's name is used then. */
  name: string | null
  /** Null if the row does not say; the catalogue's park is meant then. */
  parkId: string | null
  /** OPERATING says nothing about a restaurant: the feed has it open at night too. */
  status: RideStatus
  /** Null is no reading. */
  waitMinutes: number | null
  /** The offer to walk-up visitors, by party size; empty if nothing is known. */
  tables: WalkUpTable[]
  times: Showtime[]
  changedAt: Date | null
}

/** The last known state of a place. */
export type PlaceState = Pick<PlaceRow, 'placeId' | 'status' | 'waitMinutes' | 'tables' | 'times'> & {
  /** When it last had tables; to within hours. */
  tablesSeenAt: Date | null
  /** When a row of it was last seen; to within hours. */
  seenAt: Date
}

export type PlaceObservation = {
  next: ReadonlyMap<string, PlaceState>
  /** Restaurants that say that they are shut. */
  shutIds: string[]
  /** The places whose state must be saved. */
  toSave: PlaceState[]
}

/** How often an unchanged place is saved as still listed. */
const SEEN_AGAIN_AFTER_MS = 6 * 3_600_000

/** Applies one answer's rows to the places of a park. A missing row is no data. */
export function observePlaces(
  previous: ReadonlyMap<string, PlaceState>,
  rows: PlaceRow[],
  readAt: Date,
): PlaceObservation {
  const next = new Map(previous)
  const toSave: PlaceState[] = []
  const keep = (before: PlaceState | undefined, after: PlaceState) => {
    if (before && !isChanged(before, after)) return
    next.set(after.placeId, after)
    toSave.push(after)
  }

  for (const answered of rows) {
    const row = isShut(answered) ? { ...answered, waitMinutes: null, tables: [] } : answered
    const before = previous.get(row.placeId)
    keep(before, {
      placeId: row.placeId,
      status: row.status,
      waitMinutes: row.waitMinutes,
      tables: row.tables,
      times: row.times,
      tablesSeenAt:
        row.tables.length > 0 ? laterSeen(before?.tablesSeenAt, readAt) : (before?.tablesSeenAt ?? null),
      seenAt: laterSeen(before?.seenAt, readAt),
    })
  }
  const present = new Set(rows.map(({ placeId }) => placeId))
  for (const before of previous.values()) {
    if (!present.has(before.placeId))
      keep(before, { ...before, status: 'UNKNOWN', waitMinutes: null, tables: [], times: [] })
  }
  return { next, toSave, shutIds: rows.filter(isShut).map(({ placeId }) => placeId) }
}

/** Rows of places that are shut keep the tables of before. */
const isShut = ({ kind, status }: PlaceRow) =>
  kind === 'restaurant' && (status === 'CLOSED' || status === 'REFURBISHMENT')

const laterSeen = (seenAt: Date | null | undefined, readAt: Date) =>
  seenAt && readAt.getTime() - seenAt.getTime() <= SEEN_AGAIN_AFTER_MS ? seenAt : readAt

const isChanged = (before: PlaceState, after: PlaceState) => JSON.stringify(before) !== JSON.stringify(after)

/** How long after its last tables a restaurant counts as one with a walk-up list. Few parks publish them. */
const WALK_UP_LIST_KEPT_MS = 7 * 86_400_000

export const hasWalkUpList = ({ tablesSeenAt }: Pick<PlaceState, 'tablesSeenAt'>, now: Date): boolean =>
  tablesSeenAt !== null && now.getTime() - tablesSeenAt.getTime() < WALK_UP_LIST_KEPT_MS
