import type { Database } from '@walkon/service/database'
import type { Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { EventLog } from './event-log.ts'
import { OUTBOX_CHANNEL } from './emit.ts'
import { publishPending } from './outbox.ts'
import type { RejectedRecord } from './rejected-records.ts'

/** Commits of this process wake the relay. Those of a process that died, or of an operator's command, are found by this look. */
const POLL_MS = 1_000

/** Moves the outbox into the log: at once what this process has committed. */
export function publishOutbox(db: Database, eventLog: EventLog, log: Log): Job {
  const onRejected = ({ topic, key, reason }: RejectedRecord) =>
    log.error({ topic, key, reason }, 'event set aside: the log will never take it')
  let hadMore = false
  return {
    name: 'publish-outbox',
    intervalMs: POLL_MS,
    wakeOn: OUTBOX_CHANNEL,
    run: async () => {
      hadMore = (await publishPending(db, eventLog, { onRejected, hadMore })) > 0
      return hadMore
    },
  }
}
