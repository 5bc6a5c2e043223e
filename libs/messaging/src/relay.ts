import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { EventLog } from './event-log.ts'
import { OUTBOX_CHANNEL } from './emit.ts'
import { publishPending } from './outbox.ts'
import type { RejectedRecord } from './rejected-records.ts'

/** Notifications are only a wake-up: a relay that missed one still looks this often. */
const POLL_MS = 1_000

/** Moves the outbox into the log, at once when something was committed. */
export function publishOutbox(db: Database, eventLog: EventLog, log: Log): Job {
  const onRejected = ({ topic, key, reason }: RejectedRecord) =>
    log.error({ topic, key, reason }, 'event set aside: the log will never take it')
  return {
    name: 'publish-outbox',
    intervalMs: POLL_MS,
    wakeOn: OUTBOX_CHANNEL,
    run: async () => (await publishPending(db, eventLog, { onRejected })) > 0,
  }
}
