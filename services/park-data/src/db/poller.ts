import type { Role } from '@walkon/runtime/leader'
import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { Queryable } from '@walkon/service/database'
import { wakeJobs } from '@walkon/service/jobs'

/** The one process that reads the feed. */
export const POLLER: Role = { name: 'poller', lock: ADVISORY_LOCKS.parkPoller }

/** Where the poller's jobs listen: a first reader, new parks, the role itself. */
export const POLLER_CHANNEL = 'poller'

export const wakePoller = (db: Queryable): Promise<void> => wakeJobs(db, POLLER_CHANNEL)
