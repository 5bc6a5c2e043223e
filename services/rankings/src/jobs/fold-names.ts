import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { foldNames } from '../db/items.ts'

const EVERY_MS = 10 * 60_000

/** Folds the names of items that a process of a release before this column wrote. */
export const foldNamesOfItems = ({ db }: { db: Database }): Job => ({
  name: 'fold-names',
  intervalMs: EVERY_MS,
  run: async (stopping) => {
    while ((await foldNames(db)) > 0) stopping.throwIfAborted()
  },
})
