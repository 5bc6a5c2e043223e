import type { Database, Transaction } from '@walkon/service/database'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { setTimeout as after } from 'node:timers/promises'
import { createPartitions } from '../db/history.ts'
import {
  beginTerm,
  cancelWaiting,
  isLockTimeout,
  showAlive,
  tryPollerLock,
  waitForPollerLock,
} from '../db/poller-terms.ts'
import { wakePoller } from '../db/readers.ts'

/** The time during which this process is the one that polls. */
export type Term = {
  /** Counts up with every change of the poller; what is written under an older term is refused. */
  number: number
  /** Aborted when the role is lost. */
  signal: AbortSignal
}

export type PollerRole = Part & { term(): Term | null }

/** Well under `idle_in_transaction_session_timeout`: a poller that hangs for a minute loses the role to the stand-by. */
const HEARTBEAT_MS = 15_000
const RETRY_MS = 1_000

/**
 * Ending the function of a transaction makes the client send COMMIT, and when the connection was lost, that would go out on
 * whatever has taken its place in the pool. The transaction itself was rejected when the connection closed.
 */
const NEVER = new Promise<never>(() => {})

/**
 * One process of all polls, the others stand by. The lock lives as long as a transaction on a connection of its own: when
 * the process, its connection or its event loop dies, PostgreSQL gives it to the next in line at once.
 */
export function createPollerRole({ db, now, log }: { db: Database; now: () => Date; log: Log }): PollerRole {
  const stopping = new AbortController()
  let current: Term | null = null
  let waitingPid: number | null = null
  let running: Promise<void> | undefined
  let onFirstTry: (() => void) | undefined

  async function holdUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      const losing = new AbortController()
      await db
        .transaction((tx) => hold(tx, losing.signal))
        .catch((error: unknown) => {
          if (!stopping.signal.aborted && !isLockTimeout(error)) log.warn({ err: error }, 'not the poller')
        })
      if (current) log.info({ term: current.number }, 'poller role given up')
      current = null
      losing.abort()
      onFirstTry?.()
      if (!stopping.signal.aborted)
        await after(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function hold(tx: Transaction, lost: AbortSignal): Promise<void> {
    await takeLock(tx)
    stopping.signal.throwIfAborted()
    await createPartitions(db, now())
    const number = await beginTerm(db)
    if (lost.aborted) return NEVER
    current = { number, signal: AbortSignal.any([stopping.signal, lost]) }
    log.info({ term: number }, 'this process polls')
    await wakePoller(db)
    onFirstTry?.()
    while (!current.signal.aborted) {
      await after(HEARTBEAT_MS, undefined, { signal: current.signal }).catch(() => {})
      if (lost.aborted) return NEVER
      await showAlive(tx)
    }
  }

  /** Waits in line; the connection's lock timeout ends a turn of waiting, and the next one follows. */
  async function takeLock(tx: Transaction): Promise<void> {
    const { isHeld, pid } = await tryPollerLock(tx)
    if (isHeld) return
    onFirstTry?.()
    waitingPid = pid
    try {
      await waitForPollerLock(tx)
    } finally {
      waitingPid = null
    }
  }

  return {
    name: 'poller-role',
    term: () => current,
    // Once the role is held, or known to be somebody else's, the jobs may begin.
    start: () =>
      new Promise<void>((resolve) => {
        onFirstTry = resolve
        running = holdUntilStopped()
      }),
    stop: async () => {
      stopping.abort()
      if (waitingPid !== null) await cancelWaiting(db, waitingPid)
      await running
    },
  }
}
