import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import { dropLetters } from '../use-cases/drop-letters.ts'

const INTERVAL_MS = 60_000

/** For requests that name a user of whom identity has told nothing. */
export const dropUnaddressedLetters = ({ db, log }: { db: Database; log: Log }): Job => ({
  name: 'drop-letters',
  intervalMs: INTERVAL_MS,
  run: () => dropLetters(db, log),
})
