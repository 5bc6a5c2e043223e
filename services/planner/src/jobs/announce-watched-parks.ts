import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { announceWatchedParks } from '../use-cases/announce-watched-parks.ts'

/** Shorter than the poll of a park that nobody watches, which an alert or a preference waits for at the worst. */
const INTERVAL_MS = 15_000

/** Tells park-data which parks the companion watches. */
export const announceParks = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'announce-watched-parks',
  intervalMs: INTERVAL_MS,
  run: () => announceWatchedParks(db, now()),
})
