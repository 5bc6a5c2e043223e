import type { Database } from '@walkon/service/database'
import { findImportFinishedAt } from '../db/history-imports.ts'
import type { Poller } from './poll-destinations.ts'

/** Has the poller load the day's steps and the usual waits from the database once after each import. */
export function createHistoryReload({ db, poller }: { db: Database; poller: Poller }): () => Promise<void> {
  let knownAt: number | null = null
  return async () => {
    const finishedAt = (await findImportFinishedAt(db))?.getTime() ?? null
    if (finishedAt === knownAt) return
    knownAt = finishedAt
    poller.forgetAll()
  }
}
