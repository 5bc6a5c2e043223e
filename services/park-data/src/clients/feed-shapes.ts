import { geoPoint, timezoneName } from '@walkon/contracts/values'
import { z } from 'zod'
import type { ListedDestination, ListedPark, PlaceKind } from '../domain/catalogue.ts'
import { toDisplayName } from '../domain/display-names.ts'
import { OPENING_TYPES, toClosing, type Opening } from '../domain/opening-hours.ts'
import { unusable } from './feed-failure.ts'
import { toInstant } from './feed-instants.ts'
import {
  distinct,
  isAttraction,
  isOfType,
  listIn,
  PLACE_TYPES,
  readRows,
  rowId as id,
  rowName as name,
  type OnDropped,
} from './feed-rows.ts'

/**
 * The feed's answers, parsed leniently: an invalid row is dropped and the others count. Only an
 * answer without the promised outer shape is unusable.
 */

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
