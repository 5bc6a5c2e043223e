import type { Job } from '@walkon/service/jobs'
import { dropLetters, type DropDeps } from '../use-cases/letters/drop-letters.ts'

const INTERVAL_MS = 60_000

/** For requests that name a user of whom identity has told nothing. */
export const dropUnaddressedLetters = (deps: DropDeps): Job => ({
  name: 'drop-letters',
  intervalMs: INTERVAL_MS,
  run: () => dropLetters(deps),
})
