import { TermOver, type Leader, type Term } from '@walkon/runtime/leader'
import type { Log } from '@walkon/service/log'
import { FeedFailure } from '../clients/feed-failure.ts'
import { mayPoll } from '../domain/poll-plan.ts'
import { createDestinationReader, type ReaderDeps } from './read-destination.ts'
import type { DestinationEntry, Directory } from './read-directory.ts'

export type Poller = {
  /** Begins to read the destinations that are due, if this process has the role. */
  poll(): Promise<void>
  /** The destinations that are read every minute from now on. */
  watch(destinationIds: Iterable<string>): void
  /** Its parks or attractions were changed by another use case. */
  forget(destinationId: string): void
  /** It has a park that the last reading knew nothing of. */
  pollAgain(destinationId: string): void
  /** Resolves when nothing is being read. */
  settled(): Promise<void>
  /** When each destination was last read, by slug or id. */
  readAt(): ReadonlyMap<string, Date>
}

export type PollerDeps = ReaderDeps & { directory: Directory; leader: Leader; pollMs: number }

export function createPoller(deps: PollerDeps): Poller {
  const { feed, directory, leader, log, now, pollMs } = deps
  const reader = createDestinationReader(deps)
  const troubles = createTroubleLog(log)
  const askedAt = new Map<string, number>()
  const lastReadAt = new Map<string, Date>()
  const running = new Map<string, Promise<void>>()
  let watched: ReadonlySet<string> = new Set()
  let lastTerm = 0

  async function read(destination: DestinationEntry, term: Term): Promise<void> {
    const { id, slug } = destination
    try {
      lastReadAt.set(slug ?? id, await reader.read(destination, term))
      troubles.end(id)
    } catch (error) {
      if (term.signal.aborted || error instanceof TermOver) return
      // After a fault of ours it is not known what was written.
      if (!(error instanceof FeedFailure)) reader.forget(id)
      troubles.begin(id, error)
    }
  }

  return {
    poll: async () => {
      const term = leader.term()
      if (!term || feed.isPaused()) return
      if (term.number !== lastTerm) {
        // What another poller has written meanwhile is in the database, not in this process's memory.
        reader.forgetAll()
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
    },
    watch: (destinationIds) => {
      watched = new Set(destinationIds)
    },
    forget: (destinationId) => reader.forget(destinationId),
    pollAgain: (destinationId) => void askedAt.delete(destinationId),
    settled: async () => {
      await Promise.all(running.values())
    },
    readAt: () => lastReadAt,
  }
}

/** Logs each kind of trouble with a destination once, not at every poll; and its end. */
function createTroubleLog(log: Log) {
  const kinds = new Map<string, string>()
  return {
    begin: (destinationId: string, error: unknown): void => {
      const kind = error instanceof FeedFailure ? error.kind : 'fault'
      if (kinds.get(destinationId) === kind) return
      kinds.set(destinationId, kind)
      log.warn({ err: error, destinationId, kind }, 'destination not read')
    },
    end: (destinationId: string): void => {
      if (kinds.delete(destinationId)) log.info({ destinationId }, 'destination read again')
    },
  }
}
