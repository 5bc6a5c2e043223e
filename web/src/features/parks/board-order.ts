import { byDrop } from '@walkon/contracts/drop-below-usual'
import { isNamedLike } from '@walkon/contracts/folded-name'
import type { LiveRide } from '@walkon/contracts/http/parks'
import { byWait, hasReading } from './band.ts'

/** The orders of a board's rides: the shortest wait first, unless the address says another. */
export const ORDERS = {
  wait: 'Shortest first',
  drop: 'Most below usual',
  wanted: 'Most popular',
  name: 'Name, A to Z',
} as const
export type BoardOrder = keyof typeof ORDERS

/** The rides of a board that a visitor wants to see, and their order. */
export type Wanted = { name: string; isOpenOnly: boolean; order: BoardOrder }

const isOrder = (text: string): text is BoardOrder => Object.hasOwn(ORDERS, text)

/** The choice that an address names. */
export function readWanted(params: URLSearchParams): Wanted {
  const order = params.get('sort') ?? ''
  return {
    name: params.get('q') ?? '',
    isOpenOnly: params.get('open') === '1',
    order: isOrder(order) ? order : 'wait',
  }
}

/** The address with the choice; defaults are left out. */
export function withWanted(params: URLSearchParams, { name, isOpenOnly, order }: Wanted): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (key: string, value: string, isWorthIt: boolean) =>
    isWorthIt ? next.set(key, value) : next.delete(key)
  set('q', name.trim(), name.trim() !== '')
  set('open', '1', isOpenOnly)
  set('sort', order, order !== 'wait')
  return next
}

/** Returns the rides that have the words in their names; with `isOpenOnly` those that run and post a wait. */
export function wantedRides<Ride extends LiveRide>(rides: Ride[], { name, isOpenOnly }: Wanted): Ride[] {
  return rides.filter((ride) => isNamedLike(ride.name, name) && (!isOpenOnly || hasReading(ride)))
}

/** Sorts rides in the chosen order. Rides that do not run are last, except by name. */
export function inOrder<Ride extends LiveRide>(rides: Ride[], order: BoardOrder): Ride[] {
  switch (order) {
    case 'wait':
      return rides.toSorted(byWait)
    case 'name':
      return rides.toSorted((a, b) => a.name.localeCompare(b.name))
    case 'wanted':
      return rides.toSorted((a, b) => runningFirst(a, b) || b.popularity - a.popularity || byWait(a, b))
    case 'drop':
      return rides.toSorted((a, b) => runningFirst(a, b) || byDrop(a, b) || byWait(a, b))
    default:
      return order satisfies never
  }
}

const runningFirst = (a: LiveRide, b: LiveRide) => Number(hasReading(b)) - Number(hasReading(a))
