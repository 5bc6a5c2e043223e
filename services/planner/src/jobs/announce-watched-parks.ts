import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import { announceWatchedParks } from '../use-cases/announce-watched-parks.ts'

/** The interval is shorter than that of polls of unwatched parks, which bounds how long a new alert or preference waits. */
const INTERVAL_MS = 15_000

/** Tells park-data which parks the companion watches. */
export const announceParks = ({ db, now }: { db: Database; now: () => Date }): Job => ({
  name: 'announce-watched-parks',
  intervalMs: INTERVAL_MS,
  run: () => announceWatchedParks(db, now()),
})
