import type { Role } from '@walkon/runtime/leader'
import { ADVISORY_LOCKS } from '@walkon/service/advisory-locks'
import type { Queryable } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'

/** The role of the one process that polls the feed. */
export const POLLER: Role = { name: 'poller', lock: ADVISORY_LOCKS.parkPoller }

/** The NOTIFY channel that wakes the poller's jobs: for a first reader, new parks, a change of the role. */
export const POLLER_CHANNEL = 'poller'

export const wakePoller = (db: Queryable): Promise<void> => notifyJobs(db, POLLER_CHANNEL)
