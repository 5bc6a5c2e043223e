import type { Database } from '@walkon/service/database'
import { parkDayAt } from '@walkon/service/park-day'
import { toBoard } from '../domain/board.ts'
import type { ParkAttraction } from '../domain/catalogue.ts'
import type { LiveRow } from '../domain/live-row.ts'
import { observePark } from '../domain/observe-park.ts'
import { unreadPark, type ParkState } from '../domain/park-state.ts'
import { usualWaitsAt, type DestinationMemory } from './load-destination.ts'
import type { DestinationEntry } from './read-directory.ts'
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
  rows: LiveRow[],
  readAt: Date,
): Promise<ObservedDestination> {
  const { byPark, joined } = assignToParks(destination, memory, rows)
  const attractions = new Map(memory.attractions)
  for (const found of joined) attractions.set(found.id, { ...found, retired: false })

  const states = new Map(memory.parks)
  const usual = new Map(memory.usual)
  const boards = new Map(memory.boards)
  const observedParks: ObservedPark[] = []
  const emptyParkIds: string[] = []

  for (const park of destination.parks) {
    const own = byPark.get(park.id)
    const before = states.get(park.id) ?? unreadPark(park.id)
    if (!own) {
      if (before.readAt !== null && !before.wasEmpty) {
        emptyParkIds.push(park.id)
        states.set(park.id, { ...before, wasEmpty: true })
      }
      continue
    }
    const usualWaits = await usualWaitsAt(db, park, usual.get(park.id), readAt)
    const observation = observePark(withoutMoved(before, attractions), own, {
      readAt,
      day: parkDayAt(readAt, park.timezone),
      openings: park.openings,
      nameOf: (row) => attractions.get(row.rideId)?.name ?? row.name ?? row.rideId,
    })
    observedParks.push({ observation, hour: usualWaits.hour, usual: usualWaits.waits })
    states.set(park.id, observation.next)
    usual.set(park.id, usualWaits)
    const board = toBoard(observation.next, park.openings, usualWaits.waits, readAt)
    if (board) boards.set(park.id, board)
  }

  return {
    poll: { readAt, parks: observedParks, joined },
    emptyParkIds,
    next: { parks: states, attractions, usual, boards },
  }
}

/** A ride that moved to another park stays missing here. */
function withoutMoved(park: ParkState, attractions: DestinationMemory['attractions']): ParkState {
  const stays = ([rideId]: [string, unknown]) => attractions.get(rideId)?.parkId === park.parkId
  if ([...park.rides].every(stays)) return park
  return { ...park, rides: new Map([...park.rides].filter(stays)) }
}

/** The park of each row: the one it names, else the one of the catalogue. Also the rides that the catalogue lacks, or has in another park. */
function assignToParks(destination: DestinationEntry, { attractions }: DestinationMemory, rows: LiveRow[]) {
  const parkIds = new Set(destination.parks.map(({ id }) => id))
  const onlyPark = destination.parks.length === 1 ? destination.parks[0]?.id : null
  const byPark = new Map<string, LiveRow[]>()
  const joined: ParkAttraction[] = []
  for (const row of rows) {
    const known = attractions.get(row.rideId)
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
    if (!isKnown) joined.push({ id: row.rideId, parkId, name })
  }
  return { byPark, joined }
}
