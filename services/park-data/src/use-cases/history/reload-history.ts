import type { Database } from '@walkon/service/database'
import { findHistoryChangedAt } from '../../db/history-imports.ts'
import type { Poller } from '../polling/poll-destinations.ts'

/** Has the poller load the day's steps and the usual waits from the database once after each import and each build of statistics. */
export function createHistoryReload({ db, poller }: { db: Database; poller: Poller }): () => Promise<void> {
  let knownAt: number | null = null
  return async () => {
    const changedAt = (await findHistoryChangedAt(db))?.getTime() ?? null
    if (changedAt === knownAt) return
    knownAt = changedAt
    poller.forgetAll()
  }
}
