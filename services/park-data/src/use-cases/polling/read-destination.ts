import type { Term } from '@walkon/runtime/leader'
import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import { isInfrastructureFault } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import { setTimeout as after } from 'node:timers/promises'
import { FeedFailure } from '../../clients/feed-failure.ts'
import type { LiveAnswer } from '../../clients/feed-live.ts'
import type { ParkFeed } from '../../clients/park-feed.ts'
import type { ParkState } from '../../domain/park-state.ts'
import { loadDestination, type DestinationMemory } from './load-destination.ts'
import { observeDestination, type ObservedDestination } from './observe-destination.ts'
import { publishBoard } from '../board/publish-board.ts'
import type { DestinationEntry } from '../catalogue/read-directory.ts'
import { saveEmptyAnswer, savePoll, type Poll } from './save-poll.ts'

/** Reads destinations from the feed. Remembers what the next poll needs, so that a poll makes no query. */
export type DestinationReader = {
  /** Requests, saves and publishes one answer; resolves to its instant. Throws `FeedFailure` and `TermOver`. */
  read(destination: DestinationEntry, term: Term): Promise<Date>
  /** Forgets the remembered state of a destination. */
  forget(destinationId: string): void
  forgetAll(): void
}

export type ReaderDeps = {
  db: Database
  cache: Cache
  feed: ParkFeed
  log: Log
  now: () => Date
  onObserved: (rides: number) => void
}

export function createDestinationReader(deps: ReaderDeps): DestinationReader {
  const { db, feed, now } = deps
  const memories = new Map<string, DestinationMemory>()

  /** A state that is forgotten during a read is not remembered again by it. */
  function replace(id: string, before: DestinationMemory, next: DestinationMemory): void {
    if (memories.get(id) === before) memories.set(id, next)
  }

  async function readLive(id: string, memory: DestinationMemory, term: Term): Promise<LiveAnswer> {
    try {
      return await feed.readLive(id, term.signal)
    } catch (error) {
      if (error instanceof FeedFailure && error.kind === 'unusable')
        replace(id, memory, await noteEmptyAnswer(db, memory, term))
      throw error
    }
  }

  return {
    read: async (destination, term) => {
      const { id } = destination
      const memory = memories.get(id) ?? (await loadDestination(db, destination, now()))
      memories.set(id, memory)
      const answer = await readLive(id, memory, term)
      const readAt = now()
      const observed = await observeDestination(db, destination, memory, answer, readAt)
      await save(db, observed, term)
      replace(id, memory, observed.next)
      await publish(deps, memory, observed)
      return readAt
    },
    forget: (destinationId) => void memories.delete(destinationId),
    forgetAll: () => memories.clear(),
  }
}

/** After an unusable answer the next reading of each known park is a baseline. */
async function noteEmptyAnswer(
  db: Database,
  memory: DestinationMemory,
  term: Term,
): Promise<DestinationMemory> {
  const parks = [...memory.parks.values()].filter(({ readAt, wasEmpty }) => readAt !== null && !wasEmpty)
  if (parks.length === 0) return memory
  await saveEmptyAnswer(
    db,
    term.number,
    parks.map(({ parkId }) => parkId),
  )
  const emptied = parks.map((park): [string, ParkState] => [park.parkId, { ...park, wasEmpty: true }])
  return { ...memory, parks: new Map([...memory.parks, ...emptied]) }
}

async function save(db: Database, { poll, emptyParkIds }: ObservedDestination, term: Term): Promise<void> {
  await savePatiently(db, { ...poll, term: term.number }, term.signal)
  if (emptyParkIds.length > 0) await saveEmptyAnswer(db, term.number, emptyParkIds)
}

const SAVE_ATTEMPTS = 3

/** A lost reading only delays an alert, so retries end before the next poll begins. */
async function savePatiently(db: Database, poll: Poll, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await savePoll(db, poll)
    } catch (error) {
      if (attempt === SAVE_ATTEMPTS || !isInfrastructureFault(error)) throw error
      await after(200 * attempt, undefined, { signal })
    }
  }
}

async function publish(
  { cache, log, onObserved }: ReaderDeps,
  before: DestinationMemory,
  { poll, next }: ObservedDestination,
): Promise<void> {
  onObserved(poll.parks.reduce((sum, { observation }) => sum + observation.observed.length, 0))
  for (const { observation } of poll.parks) {
    const { parkId } = observation.next
    const board = next.boards.get(parkId)
    if (board) await publishBoard(cache, before.boards.get(parkId), board, log)
  }
}
