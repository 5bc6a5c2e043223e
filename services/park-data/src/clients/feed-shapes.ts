import { feedId, geoPoint, timezoneName } from '@walkon/contracts/values'
import { Temporal } from 'temporal-polyfill'
import { parseApiDateTime } from 'themeparks'
import { z } from 'zod'
import type { ListedDestination, ListedPark, PlaceKind } from '../domain/catalogue.ts'
import { toDisplayName, toTypographic } from '../domain/display-names.ts'
import { toChangedAt, toRideStatus, toWaitMinutes, type LiveRow } from '../domain/live-row.ts'
import { OPENING_TYPES, toClosing, type Opening } from '../domain/opening-hours.ts'
import { unusable } from './feed-failure.ts'

/**
 * The feed's answers, parsed leniently: an invalid row is dropped and the others count. Only an
 * answer without the promised outer shape is unusable.
 */

/** Called for each dropped row. */
export type OnDropped = (row: string, problem: string) => void

const id = z.pipe(
  feedId,
  z.transform((value) => value.toLowerCase()),
)
const name = z.string().trim().min(1).transform(toTypographic)

const destinationRow = z.object({
  id,
  name,
  slug: z.string().nullish().catch(null),
  parks: z.array(z.unknown()),
})
const parkRow = z.object({ id, name }).transform(toNamed)

export function toDestinations(body: unknown, onDropped: OnDropped): ListedDestination[] {
  const rows = listIn(body, 'destinations')
  const destinations = readRows(rows, destinationRow, onDropped).map((row) => ({
    ...toNamed(row),
    slug: row.slug ?? null,
    parks: distinct(readRows(row.parks, parkRow, onDropped), onDropped),
  }))
  if (destinations.length === 0) throw unusable('The list of destinations is empty')
  return distinct(destinations, onDropped)
}

function toNamed(row: { id: string; name: string }) {
  return { id: row.id, name: toDisplayName(row.id, row.name) }
}

const childRow = z.object({ id, name })
const placeRow = childRow.extend({
  slug: z.string().nullish().catch(null),
  location: z.nullish(geoPoint).catch(null),
})

export function toPark(body: unknown, onDropped: OnDropped): ListedPark {
  const children = listIn(body, 'children')
  const head = z.object({ timezone: timezoneName }).safeParse(body)
  if (!head.success) throw unusable('The park has no time zone')
  const placesOf = (kind: PlaceKind) =>
    readRows(children.filter(isOfType(PLACE_TYPES[kind])), placeRow, onDropped).map((row) => ({
      ...row,
      kind,
      slug: row.slug ?? null,
      location: row.location ?? null,
    }))
  return {
    timezone: head.data.timezone,
    attractions: distinct(readRows(children.filter(isAttraction), childRow, onDropped), onDropped),
    places: distinct([...placesOf('restaurant'), ...placesOf('show')], onDropped),
  }
}

const PLACE_TYPES: Record<PlaceKind, string> = { restaurant: 'RESTAURANT', show: 'SHOW' }

const scheduleRow = z.object({
  date: z.iso.date(),
  type: z.string(),
  openingTime: z.string().nullish(),
  closingTime: z.string().nullish(),
})

export function toOpenings(body: unknown, timezone: string, onDropped: OnDropped): Opening[] {
  return readRows(listIn(body, 'schedule'), scheduleRow, onDropped).flatMap((row): Opening[] => {
    const type = OPENING_TYPES.find((known) => known === row.type)
    if (!type || !row.openingTime || !row.closingTime) return []
    try {
      const opensAt = toInstant(row.openingTime, timezone)
      const closesAt = toClosing(opensAt, toInstant(row.closingTime, timezone), timezone)
      return [{ date: row.date, type, opensAt, closesAt }]
    } catch {
      onDropped(row.date, 'no time of day')
      return []
    }
  })
}

const LOCAL_TIME = /^(?<date>\d{4}-\d\d-\d\d)T(?<hours>\d\d):(?<minutes>\d\d)(?::\d\d)?$/

/**
 * A time without an offset is the park's local time; 24:00 is the end of the day. The SDK would read it with the offset that holds at
 * the same time of day in UTC, which is another hour on the days on which the clocks change.
 */
function toInstant(text: string, timezone: string): Date {
  const local = LOCAL_TIME.exec(text)?.groups
  if (!local) return parseApiDateTime(text, timezone)
  const midnight = Temporal.PlainDateTime.from(`${local['date']}T00:00`)
  const time = midnight.add({ hours: Number(local['hours']), minutes: Number(local['minutes']) })
  return new Date(time.toZonedDateTime(timezone).epochMilliseconds)
}

const liveRow = z.object({
  id,
  name: name.nullish().catch(null),
  parkId: id.nullish().catch(null),
  status: z.unknown(),
  lastUpdated: z.unknown(),
  queue: z.record(z.string(), z.unknown()).nullish().catch(null),
})
const standby = z.object({ waitTime: z.unknown() }).catch({ waitTime: null })

/** The attractions of an answer. Shows and restaurants post waits too; they are left out. */
export function toLiveRows(body: unknown, readAt: Date, onDropped: OnDropped): LiveRow[] {
  const rows = listIn(body, 'liveData').filter(isAttraction)
  return readRows(rows, liveRow, onDropped).map((row) => ({
    rideId: row.id,
    name: row.name ?? null,
    parkId: row.parkId ?? null,
    status: toRideStatus(row.status),
    waitMinutes: row.queue?.['STANDBY'] ? toWaitMinutes(standby.parse(row.queue['STANDBY']).waitTime) : null,
    changedAt: toChangedAt(row.lastUpdated, readAt),
    hasQueue: Object.values(row.queue ?? {}).some((queue) => typeof queue === 'object' && queue !== null),
  }))
}

/** Checked before parsing: most rows of a resort are restaurants and shows. */
const isOfType = (entityType: string) => (row: unknown) =>
  typeof row === 'object' && row !== null && 'entityType' in row && row.entityType === entityType
const isAttraction = isOfType('ATTRACTION')

function listIn(body: unknown, key: string): unknown[] {
  const list = z.looseObject({}).safeParse(body).data?.[key]
  if (!Array.isArray(list)) throw unusable(`The answer has no ${key}`)
  return list
}

function readRows<Row>(rows: unknown[], schema: z.ZodType<Row>, onDropped: OnDropped): Row[] {
  return rows.flatMap((row, index) => {
    const parsed = schema.safeParse(row)
    if (parsed.success) return [parsed.data]
    const rowId = z.object({ id: z.coerce.string() }).safeParse(row)
    onDropped(rowId.success ? rowId.data.id.slice(0, 64) : `row ${index}`, z.prettifyError(parsed.error))
    return []
  })
}

function distinct<Row extends { id: string }>(rows: Row[], onDropped: OnDropped): Row[] {
  const byId = new Map<string, Row>()
  for (const row of rows) {
    if (byId.has(row.id)) onDropped(row.id, 'listed twice')
    else byId.set(row.id, row)
  }
  return [...byId.values()]
}
