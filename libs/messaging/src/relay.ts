import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { EventLog } from './event-log.ts'
import { OUTBOX_CHANNEL, publishPending } from './outbox.ts'

/** Notifications are only a wake-up: a relay that missed one still looks this often. */
const POLL_MS = 1_000

/** Moves the outbox into the log, at once when something was committed. */
export function publishOutbox(db: Database, log: EventLog): Job {
  return {
    name: 'publish-outbox',
    intervalMs: POLL_MS,
    wakeOn: OUTBOX_CHANNEL,
    run: async () => (await publishPending(db, log)) > 0,
  }
}
