import type { PreferredTime } from '@walkon/contracts/http/restaurant-alerts'
import type { Letter } from '@walkon/contracts/letter'
import { toClock } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { usDate } from '@walkon/contracts/us-date'
import type { Table } from './table-openings.ts'

/** The letters of restaurant alerts. */

export type WatchedRestaurant = {
  parkId: string
  parkName: string
  restaurantName: string
  partySize: number
  preferredTime: PreferredTime
}

export type FreeTable = Pick<Table, 'date' | 'source' | 'time' | 'waitMinutes'>

/** The tables that a letter names; a longer list says how many more there are. */
const NAMED_TABLES = 5

/** Tells that a table, or several at once, came free. The token opens the page of their present state. */
export function toTableLetter(
  watched: WatchedRestaurant,
  tables: FreeTable[],
  { token }: { token: string },
): Letter {
  const { partySize } = watched
  const restaurantName = toName(watched.restaurantName)
  const sorted = tables.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))
  const [first] = sorted
  if (!first) throw new Error('A letter about tables names at least one')
  const more = sorted.length - NAMED_TABLES
  return {
    ...frameOf(watched, 'table-free'),
    subject: `Table for ${partySize} at ${restaurantName}, ${toShortWords(first)}`,
    preheader: 'Seen free a moment ago.',
    heading: `A table for ${partySize} is free`,
    paragraphs: [
      ...sorted.slice(0, NAMED_TABLES).map((table) => `${restaurantName}: ${toWords(table)}.`),
      ...(more > 0 ? [`And ${more} more.`] : []),
      'Tables like this one are often gone within minutes. Book it in the park’s own app, or at the restaurant’s desk: we can’t hold tables.',
    ],
    action: {
      label: 'See if it is still free, and book',
      path: `/free-table?token=${encodeURIComponent(token)}`,
    },
    further: [{ label: 'Your restaurant alerts', path: '/manage-restaurant-alerts' }],
    shortText: `Table for ${partySize} at ${restaurantName}, ${toShortWords(first)}.`,
  }
}

/** The feed has stopped listing the restaurant. */
export function toRetiredLetter(watched: WatchedRestaurant): Letter {
  const [restaurantName, parkName] = [toName(watched.restaurantName), toName(watched.parkName)]
  return {
    ...frameOf(watched, 'restaurant-gone'),
    subject: `Your alert for ${restaurantName} has ended`,
    heading: 'Your restaurant alert has ended',
    paragraphs: [
      `${parkName} no longer lists ${restaurantName}, so we can’t watch its tables any more.`,
      'Your other alerts go on.',
    ],
    action: { label: 'Choose another restaurant', path: `/restaurant-alerts?park=${watched.parkId}` },
    shortText: `Your alert for ${restaurantName} has ended: ${parkName} no longer lists it.`,
  }
}

/** Two of them fit in a subject with its words. */
const toName = (name: string): string => oneLine(name, 50)

const frameOf = (watched: WatchedRestaurant, name: string) => ({
  kind: 'letter' as const,
  name,
  about: ['Restaurant alerts', toName(watched.parkName)],
  reason: `You’re getting this because you set an alert for ${MEALS[watched.preferredTime]} at ${toName(watched.restaurantName)}.`,
})

const MEALS = {
  breakfast: 'breakfast',
  lunch: 'lunch',
  dinner: 'dinner',
  any: 'any meal',
} as const satisfies Record<PreferredTime, string>

const keyOf = ({ date, source, time }: FreeTable) => `${date} ${source === 'walk-up' ? '' : time}`

/** `6:30 pm on Thu, Nov 26` */
const toWords = ({ date, time, waitMinutes }: FreeTable): string =>
  time === null ? `now, with a wait of ${waitMinutes ?? 0} min` : `${clockOf(time)} on ${usDate(date)}`

const toShortWords = ({ date, time, waitMinutes }: FreeTable): string =>
  time === null ? `${waitMinutes ?? 0} min` : `${usDate(date)}, ${clockOf(time)}`

/** `18:30` as `6:30 pm`. */
const clockOf = (time: string): string => toClock(new Date(`1970-01-01T${time}Z`), 'UTC')
