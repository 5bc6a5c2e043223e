import type { Queryable } from '@walkon/service/database'
import { notifyJobs } from '@walkon/service/jobs'

/** The role of the one process that polls the feed. */
export const POLLER = 'poller'

/** The NOTIFY channel that wakes the poller's jobs: for a first reader, new parks, a change of the role. */
export const POLLER_CHANNEL = 'poller'

export const wakePoller = (db: Queryable): Promise<void> => notifyJobs(db, POLLER_CHANNEL)
