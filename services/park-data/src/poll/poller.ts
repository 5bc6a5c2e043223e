import type { Cache } from '@walkon/service/cache'
import type { Database } from '@walkon/service/database'
import { isInfrastructureFault } from '@walkon/service/errors'
import type { Log } from '@walkon/service/log'
import { setTimeout as after } from 'node:timers/promises'
import { FeedFailure } from '../clients/feed-failure.ts'
import type { ParkFeed } from '../clients/park-feed.ts'
import { saveEmptyAnswer, savePoll, TermOver, type Poll } from '../db/save-poll.ts'
import type { LiveRow } from '../domain/live-row.ts'
import type { ParkState } from '../domain/park-state.ts'
import { mayPoll } from '../domain/poll-plan.ts'
import { publishBoard } from '../live/board-cache.ts'
import type { DestinationEntry, Directory } from '../live/directory.ts'
import { loadDestination, type DestinationMemory } from './destination-memory.ts'
import { observeDestination } from './observe-destination.ts'
import type { PollerRole, Term } from './role.ts'

export type Poller = {
  /** Begins to read the destinations that are due. */
  poll(): Promise<void>
  /** Whose destinations are read every minute from now on. */
  watch(destinationIds: Iterable<string>): void
  /** Its parks or attractions were changed by somebody else. */
  forget(destinationId: string): void
  /** It has a park that the last reading knew nothing of. */
  pollAgain(destinationId: string): void
  /** Resolves when nothing is being read. */
  settled(): Promise<void>
  /** When each destination was last read, by slug or id. */
  readAt(): ReadonlyMap<string, Date>
}

export type PollerDeps = {
  db: Database
  cache: Cache
  feed: ParkFeed
  directory: Directory
  role: PollerRole
  log: Log
  now: () => Date
  pollMs: number
  onObserved: (rides: number) => void
}

const SAVE_ATTEMPTS = 3

export function createPoller(deps: PollerDeps): Poller {
  const { db, cache, feed, directory, role, log, now, pollMs, onObserved } = deps
  const askedAt = new Map<string, number>()
  const lastReadAt = new Map<string, Date>()
  const running = new Map<string, Promise<void>>()
  const failing = new Map<string, string>()
  let memories = new Map<string, DestinationMemory>()
  let watched: ReadonlySet<string> = new Set()
  let lastTerm = 0

  async function poll(): Promise<void> {
    const term = role.term()
    if (!term || feed.isPaused()) return
    if (term.number !== lastTerm) {
      // What another poller has written meanwhile is in the database, not in this memory.
      memories = new Map()
      lastTerm = term.number
    }
    const at = now()
    for (const destination of await directory.listDestinations()) {
      const { id } = destination
      if (running.has(id) || !mayPoll(id, { pollMs, watched, askedAt }, at)) continue
      askedAt.set(id, at.getTime())
      const reading = read(destination, term).finally(() => running.delete(id))
      running.set(id, reading)
    }
  }

  async function read(destination: DestinationEntry, term: Term): Promise<void> {
    const { id } = destination
    try {
      const memory = memories.get(id) ?? (await loadDestination(db, destination, now()))
      memories.set(id, memory)
      const rows = await listRows(id, memory, term)
      await observe(destination, memory, rows, term)
      if (failing.delete(id)) log.info({ destinationId: id }, 'destination read again')
    } catch (error) {
      if (term.signal.aborted || error instanceof TermOver) return
      // After a fault of ours nobody knows what was written.
      if (!(error instanceof FeedFailure)) memories.delete(id)
      tell(id, error)
    }
  }

  async function listRows(destinationId: string, memory: DestinationMemory, term: Term): Promise<LiveRow[]> {
    try {
      return await feed.listLiveRows(destinationId, term.signal)
    } catch (error) {
      if (error instanceof FeedFailure && error.kind === 'unusable')
        await noteEmptyAnswer(destinationId, memory, term)
      throw error
    }
  }

  async function observe(
    destination: DestinationEntry,
    memory: DestinationMemory,
    rows: LiveRow[],
    term: Term,
  ): Promise<void> {
    const at = now()
    const { poll: observed, emptyParkIds, next } = await observeDestination(db, destination, memory, rows, at)
    await save({ ...observed, term: term.number }, term)
    if (emptyParkIds.length > 0) await saveEmptyAnswer(db, term.number, emptyParkIds)
    if (memories.get(destination.id) === memory) memories.set(destination.id, next)
    lastReadAt.set(destination.slug ?? destination.id, at)
    onObserved(observed.parks.reduce((sum, { observation }) => sum + observation.observed.length, 0))
    for (const { observation } of observed.parks) {
      const { parkId } = observation.next
      const board = next.boards.get(parkId)
      if (board) await publishBoard(cache, memory.boards.get(parkId), board, log)
    }
  }

  /** A lost reading only delays an alert, so patience ends where the next poll begins. */
  async function save(reading: Poll, { signal }: Term): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await savePoll(db, reading)
      } catch (error) {
        if (attempt === SAVE_ATTEMPTS || !isInfrastructureFault(error)) throw error
        await after(200 * attempt, undefined, { signal })
      }
    }
  }

  async function noteEmptyAnswer(
    destinationId: string,
    memory: DestinationMemory,
    term: Term,
  ): Promise<void> {
    const parks = [...memory.parks.values()].filter(({ readAt, wasEmpty }) => readAt !== null && !wasEmpty)
    if (parks.length === 0) return
    await saveEmptyAnswer(
      db,
      term.number,
      parks.map(({ parkId }) => parkId),
    )
    const emptied = parks.map((park): [string, ParkState] => [park.parkId, { ...park, wasEmpty: true }])
    memories.set(destinationId, { ...memory, parks: new Map([...memory.parks, ...emptied]) })
  }

  /** Once for each kind of trouble, not at every poll. */
  function tell(destinationId: string, error: unknown): void {
    const kind = error instanceof FeedFailure ? error.kind : 'fault'
    if (failing.get(destinationId) === kind) return
    failing.set(destinationId, kind)
    log.warn({ err: error, destinationId, kind }, 'destination not read')
  }

  return {
    poll,
    watch: (destinationIds) => {
      watched = new Set(destinationIds)
    },
    forget: (destinationId) => void memories.delete(destinationId),
    pollAgain: (destinationId) => void askedAt.delete(destinationId),
    settled: async () => {
      await Promise.all(running.values())
    },
    readAt: () => lastReadAt,
  }
}
