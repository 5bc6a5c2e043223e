import { z } from 'zod'
import type { Entity } from '../catalog/catalog.ts'
import type { Park } from '../catalog/park.ts'
import { simulatePark, type Simulation } from '../simulation/simulation.ts'
import { pinsByRide, type Pin } from '../state/pins.ts'
import { findRecording, liveRestoredAt, type Recording } from '../state/recordings.ts'
import type { Store } from '../state/store.ts'
import { headOf } from './entities.ts'
import { parkRow, toFeedInstant, toLiveRow } from './live-row.ts'
import { recordedList, withList } from './recorded.ts'

/** An answer of the feed: what to serialise, or a recorded one as it is. */
export type FeedAnswer = { json: unknown } | { recording: Recording }

type Sources = { store: Store; simulation: Simulation; now: Date }

/** The present row of an entity: a recording if there is one, else the simulation; pins over both. */
export function liveAnswer(sources: Sources, entity: Entity): FeedAnswer {
  const pins = pinsByRide(sources.store)
  const recording = findRecording(sources.store, entity.id, 'live')
  if (recording) return recordedAnswer(recording, pins)

  const rows: unknown[] = []
  for (const park of parksOf(entity)) {
    const own = parkRows(sources, park, pins)
    // No rows can be read from such a recording, and an answer has one body: the destination answers with it too.
    if ('unreadable' in own) return { recording: own.unreadable }
    rows.push(...own.rows)
  }
  const liveData = entity.type === 'ATTRACTION' ? rows.filter((row) => idOf(row) === entity.id) : rows
  return { json: { ...headOf(entity), liveData } }
}

/** A recording of an entity that the catalogue lacks is served as it is. */
export function recordedAnswer(recording: Recording, pins: Map<string, Pin>): FeedAnswer {
  const rows = recordedList(recording.body, 'liveData')
  const isPinned = rows?.some((row) => pins.get(idOf(row))?.isReleased === false)
  if (!rows || !isPinned) return { recording }
  const body = Buffer.from(
    withList(
      recording.body,
      'liveData',
      rows.map((row) => withPin(row, pins)),
    ),
  )
  return { recording: { ...recording, body } }
}

function parkRows(
  { store, simulation, now }: Sources,
  park: Park,
  pins: Map<string, Pin>,
): { rows: unknown[] } | { unreadable: Recording } {
  const recording = findRecording(store, park.id, 'live')
  if (recording) {
    const rows = recordedList(recording.body, 'liveData')
    if (!rows) return { unreadable: recording }
    return { rows: rows.map((row) => withPin(withPark(row, park), pins)) }
  }

  const restoredAt = liveRestoredAt(store, park.id)
  const rows = [...simulatePark(simulation, park, now)].map(([attraction, posted]) => {
    const changedAt = restoredAt && restoredAt > posted.changedAt ? restoredAt : posted.changedAt
    const row = toLiveRow({ seed: simulation.seed, park, now }, attraction, { ...posted, changedAt })
    return withPin(row, pins)
  })
  return { rows: [parkRow(park), ...rows] }
}

const namedRow = z.looseObject({ id: z.string() })

const liveRow = z.looseObject({
  id: z.string(),
  lastUpdated: z.string().optional().catch(undefined),
  queue: z
    .looseObject({ STANDBY: z.looseObject({ waitTime: z.unknown() }).optional() })
    .optional()
    .catch(undefined),
})

/**
 * A pinned wait means that the ride runs, unless the pin says otherwise; a status other than OPERATING
 * removes the wait. A pinned queue replaces the queue of its kind, and null takes it away. A released ride shows the release as its
 * last change.
 */
function withPin(row: unknown, pins: Map<string, Pin>): unknown {
  const pin = pins.get(idOf(row))
  if (!pin) return row
  const parsed = liveRow.safeParse(row)
  if (!parsed.success) return row
  if (pin.isReleased) return { ...parsed.data, lastUpdated: latest(parsed.data.lastUpdated, pin.changedAt) }

  const isWaitPinned = pin.status !== undefined || pin.waitMinutes !== undefined
  const status = pin.status ?? (isWaitPinned ? 'OPERATING' : parsed.data['status'])
  const shown = parsed.data.queue?.STANDBY?.waitTime ?? null
  const waitTime = pin.waitMinutes === undefined ? (status === 'OPERATING' ? shown : null) : pin.waitMinutes
  const standby = isWaitPinned && { STANDBY: { ...parsed.data.queue?.STANDBY, waitTime } }
  const queue = withoutNulls({ ...parsed.data.queue, ...standby, ...pin.queues })
  const dining = pin.tables && { diningAvailability: pin.tables.length > 0 ? pin.tables : undefined }
  return { ...parsed.data, queue, ...dining, status, lastUpdated: toFeedInstant(pin.changedAt) }
}

/** Undefined, and so absent from the answer, if no queue is left. */
function withoutNulls(queues: Record<string, unknown>): Record<string, unknown> | undefined {
  const left = Object.entries(queues).filter(([, queue]) => queue !== null)
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

function latest(lastUpdated: string | undefined, changedAt: Date): string {
  const isLater = lastUpdated !== undefined && Date.parse(lastUpdated) >= changedAt.getTime()
  return isLater ? lastUpdated : toFeedInstant(changedAt)
}

const withPark = (row: unknown, park: Park): unknown => {
  const parsed = namedRow.safeParse(row)
  return parsed.success && !('parkId' in parsed.data) ? { ...parsed.data, parkId: park.id } : row
}

function idOf(row: unknown): string {
  const parsed = namedRow.safeParse(row)
  return parsed.success ? parsed.data.id : ''
}

function parksOf(entity: Entity): Park[] {
  return entity.type === 'DESTINATION' ? entity.destination.parks : [entity.park]
}
