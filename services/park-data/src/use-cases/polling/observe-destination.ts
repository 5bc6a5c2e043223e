import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { toBoard } from '../../domain/board.ts'
import type { LiveAnswer } from '../../clients/feed-live.ts'
import { observePark } from '../../domain/observe-park.ts'
import { observePlaces, type PlaceRow } from '../../domain/observe-places.ts'
import { unreadPark } from '../../domain/park-state.ts'
import { usualWaitsAt, type DestinationMemory } from './load-destination.ts'
import type { DestinationEntry } from '../catalogue/read-directory.ts'
import type { ObservedPark, Poll } from './save-poll.ts'

export type ObservedDestination = {
  poll: Omit<Poll, 'term'>
  /** Parks without a row in the answer. */
  emptyParkIds: string[]
  next: DestinationMemory
}

/** Applies one answer to each park of a destination, in memory only. */
export async function observeDestination(
  db: Database,
  destination: DestinationEntry,
  memory: DestinationMemory,
  answer: LiveAnswer,
  readAt: Date,
): Promise<ObservedDestination> {
  const { rides, attractions, placeRows, places, ...joined } = assignRows(destination, memory, answer)
  const states = new Map(memory.parks)
  const placeStates = new Map(memory.placeStates)
  const usual = new Map(memory.usual)
  const boards = new Map(memory.boards)
  const observedParks: ObservedPark[] = []
  const emptyParkIds: string[] = []

  for (const park of destination.parks) {
    const own = rides.get(park.id)
    const before = states.get(park.id) ?? unreadPark(park.id)
    if (!own) {
      if (before.readAt !== null && !before.wasEmpty) {
        emptyParkIds.push(park.id)
        states.set(park.id, { ...before, wasEmpty: true })
      }
      continue
    }
    const usualWaits = await usualWaitsAt(db, park, usual.get(park.id), readAt)
    const standing = { ...before, rides: withoutMoved(before.rides, attractions, park.id) }
    const observation = observePark(standing, own, {
      readAt,
      day: parkDayAt(readAt, park.timezone),
      timezone: park.timezone,
      openings: park.openings,
      postsWaits: (rideId) => attractions.get(rideId)?.postsWaits ?? false,
      nameOf: (row) => attractions.get(row.rideId)?.name ?? row.name ?? row.rideId,
    })
    const ofPlaces = observePlaces(
      withoutMoved(placeStates.get(park.id) ?? new Map(), places, park.id),
      withoutOldWaits(placeRows.get(park.id) ?? [], observation.isOld),
      readAt,
    )
    observedParks.push({
      observation,
      places: ofPlaces,
      placeNameOf: (placeId) => places.get(placeId)?.name ?? placeId,
      hour: usualWaits.hour,
      usual: usualWaits.waits,
      openings: park.openings,
    })
    states.set(park.id, observation.next)
    placeStates.set(park.id, ofPlaces.next)
    usual.set(park.id, usualWaits)
    const board = toBoard(observation.next, park.openings, usualWaits.waits, readAt)
    if (board) boards.set(park.id, board)
  }

  return {
    poll: { readAt, parks: observedParks, ...joined },
    emptyParkIds,
    next: { parks: states, attractions, places, placeStates, usual, boards },
  }
}

const withoutOldWaits = (rows: PlaceRow[], isOld: (row: PlaceRow) => boolean): PlaceRow[] =>
  rows.map((row) => (isOld(row) ? { ...row, waitMinutes: null, tables: [] } : row))

/** A ride or place that moved to another park stays missing here. */
function withoutMoved<State>(
  states: ReadonlyMap<string, State>,
  catalogue: ReadonlyMap<string, Known>,
  parkId: string,
): ReadonlyMap<string, State> {
  const stays = ([id]: [string, unknown]) => catalogue.get(id)?.parkId === parkId
  return [...states].every(stays) ? states : new Map([...states].filter(stays))
}

/** The rows of each park, and the catalogue with what they show first. */
function assignRows(destination: DestinationEntry, memory: DestinationMemory, answer: LiveAnswer) {
  const rides = assignToParks(destination, memory.attractions, answer.rides, ({ rideId }) => rideId)
  const joined = rides.joined.map(({ row: { rideId: id }, name, parkId }) => ({ id, name, parkId }))
  const joinedAttractions = joined.map((found) => ({
    ...found,
    postsWaits: memory.attractions.get(found.id)?.postsWaits ?? false,
  }))
  const places = assignToParks(destination, memory.places, answer.places, ({ placeId }) => placeId)
  const joinedPlaces = places.joined.map(({ row: { placeId: id, kind }, name, parkId }) => ({
    id,
    kind,
    name,
    parkId,
  }))
  return {
    rides: rides.byPark,
    placeRows: places.byPark,
    attractions: withJoined(memory.attractions, joinedAttractions),
    places: withJoined(memory.places, joinedPlaces),
    joined,
    joinedPlaces,
  }
}

const withJoined = <Found extends { id: string }>(
  known: ReadonlyMap<string, Found & { retired: boolean }>,
  joined: Found[],
) => new Map([...known, ...joined.map((found) => [found.id, { ...found, retired: false }] as const)])

type Known = { name: string; parkId: string; retired: boolean }

/** The park of each row: the one it names, else the one of the catalogue. Also the rows that the catalogue lacks, or has in another park. */
function assignToParks<Row extends { name: string | null; parkId: string | null }>(
  destination: DestinationEntry,
  catalogue: ReadonlyMap<string, Known>,
  rows: Row[],
  idOf: (row: Row) => string,
) {
  const parkIds = new Set(destination.parks.map(({ id }) => id))
  const onlyPark = destination.parks.length === 1 ? destination.parks[0]?.id : null
  const byPark = new Map<string, Row[]>()
  const joined: { parkId: string; name: string; row: Row }[] = []
  for (const row of rows) {
    const known = catalogue.get(idOf(row))
    const name = known?.name ?? row.name
    const parkId =
      row.parkId !== null && parkIds.has(row.parkId)
        ? row.parkId
        : (known?.parkId ?? (row.parkId ? null : onlyPark))
    if (!parkId || !name) continue
    const own = byPark.get(parkId)
    if (own) own.push(row)
    else byPark.set(parkId, [row])
    const isKnown = known?.parkId === parkId && !known.retired
    if (!isKnown) joined.push({ parkId, name, row })
  }
  return { byPark, joined }
}
