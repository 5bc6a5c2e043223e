import { MAX_RAW_STATUS } from '@walkon/contracts/http/parks'
import type { RideQueue } from '@walkon/contracts/ride-queue'
import type { RideStatus } from '@walkon/contracts/values'

/** One row of the feed about an attraction, without the values that are not plausible. */
export type LiveRow = {
  rideId: string
  /** Null if the row has none; the catalogue's name is used then. */
  name: string | null
  /** Null if the row does not say; the catalogue's park is meant then. */
  parkId: string | null
  status: RideStatus
  /** The feed's own word where `status` is UNKNOWN; null where it has none. */
  rawStatus: string | null
  /** Null is no reading; 0 is a walk-on. */
  waitMinutes: number | null
  /**
   * When the row last changed upstream, not when upstream last checked it. By upstream's clock, which may be ahead of ours: shown
   * with `notAfter`, compared as it is.
   */
  changedAt: Date | null
  hasQueue: boolean
  hasStandby: boolean
  /** Beside standby. */
  queues: RideQueue[]
  /** Empty for most parks. */
  forecast: Forecast
}

/** The park's own forecast of the day, hour by hour. */
export type Forecast = { at: string; waitMinutes: number }[]

/** The feed's own statistics call longer waits impossible. */
const LONGEST_WAIT_MINUTES = 300

/** Null for a value that is no sensible number of minutes: the row has no reading. */
export function toWaitMinutes(waitTime: unknown): number | null {
  if (typeof waitTime !== 'number' || !(waitTime >= 0 && waitTime <= LONGEST_WAIT_MINUTES)) return null
  return Math.round(waitTime)
}

const STATUSES = ['OPERATING', 'DOWN', 'CLOSED', 'REFURBISHMENT'] satisfies RideStatus[]

/** A status we do not know is never taken for open. */
export function toRideStatus(status: unknown): RideStatus {
  return STATUSES.find((known) => known === status) ?? 'UNKNOWN'
}

/** The word of a status that we do not know. Null for a known one, and for a value that is no word. */
export function toRawStatus(status: unknown): string | null {
  if (typeof status !== 'string' || toRideStatus(status) !== 'UNKNOWN') return null
  const word = status.replaceAll(/\s+/g, ' ').trim()
  return word === '' || word.length > MAX_RAW_STATUS ? null : word
}

/** More than any time zone: some parks write their local time as UTC. */
const FARTHEST_AHEAD_MS = 24 * 3_600_000

/** Null for a value that is no instant, or one that no upstream clock can show. */
export function toChangedAt(lastUpdated: unknown, readAt: Date): Date | null {
  const ms = typeof lastUpdated === 'string' ? Date.parse(lastUpdated) : Number.NaN
  return ms <= readAt.getTime() + FARTHEST_AHEAD_MS ? new Date(ms) : null
}

/** Nothing has changed later than it was read. */
export function notAfter(readAt: Date, changedAt: Date | null): Date | null {
  return changedAt !== null && changedAt > readAt ? readAt : changedAt
}

/** One row for each id: where upstream has the same id twice, the row that changed last. */
export function toDistinctRows<Row extends Pick<LiveRow, 'changedAt'>>(
  rows: Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map<string, Row>()
  for (const row of rows) {
    const other = byId.get(idOf(row))
    if (!other || (row.changedAt?.getTime() ?? 0) > (other.changedAt?.getTime() ?? 0))
      byId.set(idOf(row), row)
  }
  return [...byId.values()]
}
