import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { remindNumbers, type AskDeps } from '../use-cases/texts/ask-numbers.ts'

const INTERVAL_MS = 15_000

/** Asks numbers that have not answered for ten minutes once more, and those that could not be asked while texts were off. */
export const remindUnconfirmed = ({ db, ...deps }: AskDeps & { db: Database }): Job => ({
  name: 'remind-numbers',
  intervalMs: INTERVAL_MS,
  run: () => remindNumbers(db, deps),
})
