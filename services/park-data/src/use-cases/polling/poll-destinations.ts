import { TermOver, type Leader, type Term } from '@walkon/runtime/leader'
import type { Log } from '@walkon/service/log'
import { inTraceOfItsOwn } from '@walkon/service/trace-context'
import { FeedFailure } from '../../clients/feed-failure.ts'
import { mayPoll } from '../../domain/poll-plan.ts'
import { createDestinationReader, type ReaderDeps } from './read-destination.ts'
import type { DestinationEntry, Directory } from '../catalogue/read-directory.ts'

export type Poller = {
  /** Starts to poll the destinations that are due, if this process has the role. */
  poll(): Promise<void>
  /** Sets the destinations that are polled every minute from now on. */
  watch(destinationIds: Iterable<string>): void
  /** Call it when another use case has changed the destination's parks or attractions. */
  forget(destinationId: string): void
  /** Call it when another process may have changed what the polls remember. */
  forgetAll(): void
  /** Call it when the destination has a park that the last poll did not know. */
  pollAgain(destinationId: string): void
  /** Resolves when no poll is running. */
  settled(): Promise<void>
  /** When this process last read each destination that is listed, by slug or id; empty while another process polls. */
  readAt(): ReadonlyMap<string, Date>
}

export type PollerDeps = ReaderDeps & { directory: Directory; leader: Leader; pollMs: number }

export function createPoller(deps: PollerDeps): Poller {
  const { feed, directory, leader, log, now, pollMs } = deps
  const reader = createDestinationReader(deps)
  const troubles = createTroubleLog(log)
  const askedAt = new Map<string, number>()
  /** In the present term. */
  const lastReadAt = new Map<string, Date>()
  let listed: DestinationEntry[] = []
  const running = new Map<string, Promise<void>>()
  let watched: ReadonlySet<string> = new Set()
  let lastTerm = 0

  async function read(destination: DestinationEntry, term: Term): Promise<void> {
    const { id } = destination
    try {
      lastReadAt.set(id, await reader.read(destination, term))
      troubles.end(id)
    } catch (error) {
      if (term.signal.aborted || error instanceof TermOver) return
      // After a failed write the remembered state may differ from the database.
      if (!(error instanceof FeedFailure)) reader.forget(id)
      troubles.begin(id, error)
    }
  }

  return {
    poll: async () => {
      const term = leader.term()
      if (!term || feed.isPaused()) return
      if (term.number !== lastTerm) {
        // Another poller may have written meanwhile; its readings are in the database, not in this process's memory.
        reader.forgetAll()
        lastReadAt.clear()
        lastTerm = term.number
      }
      const at = now()
      listed = await directory.listDestinations()
      for (const destination of listed) {
        const { id } = destination
        if (running.has(id) || !mayPoll(id, { pollMs, watched, askedAt }, at)) continue
        askedAt.set(id, at.getTime())
        const reading = asTrace(() => read(destination, term)).finally(() => running.delete(id))
        running.set(id, reading)
      }
    },
    watch: (destinationIds) => {
      watched = new Set(destinationIds)
    },
    forget: (destinationId) => reader.forget(destinationId),
    forgetAll: () => reader.forgetAll(),
    pollAgain: (destinationId) => void askedAt.delete(destinationId),
    settled: async () => {
      await Promise.all(running.values())
    },
    readAt: () => {
      const own = leader.term()?.number === lastTerm ? listed : []
      return new Map(
        own.flatMap(({ id, slug }) => {
          const at = lastReadAt.get(id)
          return at ? [[slug ?? id, at] as const] : []
        }),
      )
    },
  }
}

/** The span of a poll, if it finds something to tell. */
const asTrace = (work: () => Promise<void>) => inTraceOfItsOwn('poll-destination', work)

/** Logs each kind of failure of a destination once, not at every poll, and logs when it ends. */
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
