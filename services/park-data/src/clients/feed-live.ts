import { timezoneName, type WalkUpTable } from '@walkon/contracts/values'
import { z } from 'zod'
import type { PlaceKind } from '../domain/catalogue.ts'
import {
  toChangedAt,
  toRawStatus,
  toRideStatus,
  toWaitMinutes,
  type Forecast,
  type LiveRow,
} from '../domain/live-row.ts'
import type { PlaceRow } from '../domain/observe-places.ts'
import { toIsoInstant } from './feed-instants.ts'
import { toQueues } from './feed-queues.ts'
import {
  isAttraction,
  isOfType,
  listIn,
  PLACE_TYPES,
  readRows,
  rowId,
  rowName,
  type OnDropped,
} from './feed-rows.ts'

/** The present readings of a destination. A wait at a show or a restaurant is never a ride's. */
export type LiveAnswer = { rides: LiveRow[]; places: PlaceRow[] }

const liveRow = z.object({
  id: rowId,
  name: rowName.nullish().catch(null),
  parkId: rowId.nullish().catch(null),
  status: z.unknown(),
  lastUpdated: z.unknown(),
  queue: z.record(z.string(), z.unknown()).nullish().catch(null),
})
const rideRow = liveRow.extend({ forecast: z.array(z.unknown()).nullish().catch(null) })
const placeRow = liveRow.extend({
  diningAvailability: z.array(z.unknown()).nullish().catch(null),
  showtimes: z.array(z.unknown()).nullish().catch(null),
})
const standby = z.object({ waitTime: z.unknown() }).catch({ waitTime: null })

export function toLiveAnswer(body: unknown, readAt: Date, onDropped: OnDropped): LiveAnswer {
  const rows = listIn(body, 'liveData')
  const timezone = z.object({ timezone: timezoneName }).safeParse(body).data?.timezone ?? null
  const placesOf = (kind: PlaceKind) =>
    readRows(rows.filter(isOfType(PLACE_TYPES[kind])), placeRow, onDropped).map((row) =>
      toPlaceRow(row, kind, { readAt, timezone }),
    )
  return {
    rides: readRows(rows.filter(isAttraction), rideRow, onDropped).map((row) => ({
      rideId: row.id,
      name: row.name ?? null,
      parkId: row.parkId ?? null,
      status: toRideStatus(row.status),
      rawStatus: toRawStatus(row.status),
      waitMinutes: toStandby(row.queue),
      changedAt: toChangedAt(row.lastUpdated, readAt),
      hasQueue: Object.values(row.queue ?? {}).some(isQueue),
      hasStandby: isQueue(row.queue?.['STANDBY']),
      queues: toQueues(row.queue ?? {}, timezone),
      forecast: toForecast(row.forecast ?? [], timezone),
    })),
    places: [...placesOf('restaurant'), ...placesOf('show')],
  }
}

const isQueue = (queue: unknown) => typeof queue === 'object' && queue !== null

const toStandby = (queue: Record<string, unknown> | null | undefined) =>
  queue?.['STANDBY'] ? toWaitMinutes(standby.parse(queue['STANDBY']).waitTime) : null

function toPlaceRow(
  row: z.output<typeof placeRow>,
  kind: PlaceKind,
  { readAt, timezone }: { readAt: Date; timezone: string | null },
): PlaceRow {
  return {
    placeId: row.id,
    kind,
    name: row.name ?? null,
    parkId: row.parkId ?? null,
    status: toRideStatus(row.status),
    // At a restaurant it is the least of all party sizes, so that no visitor can rely on it.
    waitMinutes: kind === 'show' ? toStandby(row.queue) : null,
    tables: toTables(row.diningAvailability ?? []),
    times: toShowtimes(row.showtimes ?? [], timezone),
    changedAt: toChangedAt(row.lastUpdated, readAt),
  }
}

/** The largest party that a walk-up list is for. */
const LARGEST_PARTY = 50
const tableRow = z.object({ partySize: z.int().min(1).max(LARGEST_PARTY), waitTime: z.unknown() })

/** By party size, each once: the shorter wait where a size is listed twice. */
function toTables(rows: unknown[]): WalkUpTable[] {
  const bySize = new Map<number, WalkUpTable>()
  for (const row of rows) {
    const parsed = tableRow.safeParse(row)
    if (!parsed.success) continue
    const { partySize } = parsed.data
    const waitMinutes = toWaitMinutes(parsed.data.waitTime)
    const other = bySize.get(partySize)?.waitMinutes ?? null
    bySize.set(partySize, {
      partySize,
      waitMinutes:
        waitMinutes === null || other === null ? (waitMinutes ?? other) : Math.min(waitMinutes, other),
    })
  }
  return [...bySize.values()].toSorted((a, b) => a.partySize - b.partySize)
}

const showtimeRow = z.object({ type: z.string().catch(''), startTime: z.unknown(), endTime: z.unknown() })

/** In order. A show whose end is its start has no known end. */
function toShowtimes(rows: unknown[], timezone: string | null): PlaceRow['times'] {
  return rows
    .flatMap((row) => {
      const parsed = showtimeRow.safeParse(row)
      const startsAt = parsed.success ? toIsoInstant(parsed.data.startTime, timezone) : undefined
      if (!parsed.success || !startsAt) return []
      const endsAt = toIsoInstant(parsed.data.endTime, timezone)
      return [{ type: parsed.data.type, startsAt, endsAt: endsAt && endsAt > startsAt ? endsAt : null }]
    })
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

const forecastRow = z.object({ time: z.unknown(), waitTime: z.unknown() })

function toForecast(rows: unknown[], timezone: string | null): Forecast {
  return rows.flatMap((row) => {
    const parsed = forecastRow.safeParse(row)
    const at = parsed.success ? toIsoInstant(parsed.data.time, timezone) : undefined
    const waitMinutes = parsed.success ? toWaitMinutes(parsed.data.waitTime) : null
    return at === undefined || waitMinutes === null ? [] : [{ at, waitMinutes }]
  })
}
