import type { Database, Queryable, Transaction } from './database.ts'

/**
 * Wake-ups of the loops of one process. PostgreSQL's notifications are for news that another process must hear. A transaction that notifies
 * commits under one lock of the whole cluster, so such commits cannot share a flush of the log.
 */

type Listeners = Map<string, Set<() => void>>

/** Listeners by database: services that share a process do not hear each other. */
const listenersOf = new WeakMap<Queryable, Listeners>()

/** The channels to wake when the transaction commits. */
const dueAtCommit = new WeakMap<Queryable, Set<string>>()

/** Has the transactions of a database wake, once they are committed, what they were told to wake. */
export function withWakeUps(db: Database): Database {
  const begin = db.transaction.bind(db)
  db.transaction = async (work, config) => {
    const channels = new Set<string>()
    const result = await begin((tx) => {
      dueAtCommit.set(tx, channels)
      return work(tx)
    }, config)
    for (const channel of channels) wake(db, channel)
    return result
  }
  return db
}

/**
 * Wakes the loops of this process that wait on the channel: at the commit of a transaction, at once otherwise. Loops of other
 * processes find the work at their next turn.
 */
export function wakeAfterCommit(db: Database | Transaction, channel: string): void {
  const channels = dueAtCommit.get(db)
  if (channels) channels.add(channel)
  else wake(db, channel)
}

/** Returns how to stop listening. */
export function onWakeUp(db: Database, channel: string, listener: () => void): () => void {
  const channels = listenersOf.get(db) ?? new Map()
  listenersOf.set(db, channels)
  const listeners: Set<() => void> = channels.get(channel) ?? new Set()
  channels.set(channel, listeners.add(listener))
  return () => void listeners.delete(listener)
}

function wake(db: Queryable, channel: string): void {
  for (const listener of listenersOf.get(db)?.get(channel) ?? []) listener()
}
