import { notificationRequested, userNotificationRequested } from '@walkon/contracts/events/notifications'
import type { Database } from '@walkon/service/database'
import { WOKEN, type Job } from '@walkon/service/jobs'
import type { Log } from '@walkon/service/log'
import type { Tracer } from '@walkon/service/spans'
import { traceIdOf } from './cloud-event.ts'
import type { EventLog } from './event-log.ts'
import { OUTBOX_CHANNEL } from './emit.ts'
import { hasPending, publishPending } from './outbox.ts'
import { tracePublished } from './record-spans.ts'
import type { RejectedRecord } from './rejected-records.ts'

/** So many rows in a turn are followed by others; after fewer, one short query costs less than a transaction that finds nothing. */
const MANY = 20

/** Events that ask for a letter. Each is a line of the log, the first of the letter's life. */
const LETTERS: ReadonlySet<string> = new Set([notificationRequested.type, userNotificationRequested.type])

/** Moves the outbox into the log: at once what this process has committed. */
export function publishOutbox(db: Database, eventLog: EventLog, log: Log, tracer: Tracer | null = null): Job {
  const onRejected = ({ topic, key, reason }: RejectedRecord) =>
    log.error({ topic, key, reason }, 'event set aside: the log will never take it')
  const onPublished = (published: Record<string, string>[]) => {
    tracePublished(tracer, published)
    for (const { ce_type: type = '', ce_id: letter, traceparent } of published)
      if (LETTERS.has(type)) log.info({ letter, trace: traceIdOf(traceparent) }, 'letter requested')
  }
  let hadMore = false
  return {
    name: 'publish-outbox',
    ...WOKEN,
    wakeOn: OUTBOX_CHANNEL,
    run: async () => {
      if (!hadMore && !(await hasPending(db))) return false
      const settled = await publishPending(db, eventLog, { onRejected, onPublished })
      hadMore = settled >= MANY
      // Rows that are there and not settled: another relay works, and may have looked before they were committed.
      return settled > 0 || 'waiting'
    },
  }
}
