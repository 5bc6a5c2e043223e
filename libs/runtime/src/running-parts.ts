import { createConsumer } from '@walkon/messaging/consumer'
import type { EventLog } from '@walkon/messaging/event-log'
import { deleteOldMarks } from '@walkon/messaging/inbox'
import { deletePublished } from '@walkon/messaging/outbox'
import { measureOutbox } from '@walkon/messaging/outbox-metrics'
import { publishOutbox } from '@walkon/messaging/relay'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { createJobLoop, type Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { ConfiguredService, ServiceDeps, StoreSettings } from './service.ts'

export type RunOptions = ServiceDeps & {
  eventLog: EventLog
  onFatal: (error: unknown) => void
}

const CLEAN_UP_MS = 10 * 60_000

/** The running parts of a service, in the order in which they start. Connections are the caller's. */
export function createRunningParts(
  service: ConfiguredService,
  { eventLog, onFatal, ...deps }: RunOptions,
): { app: HttpApp; parts: Part[] } {
  const { db, log, metrics } = deps
  const { settings } = service
  let consumer: ReturnType<typeof createConsumer> | undefined
  const isAlive = () => {
    if (consumer && !consumer.isAlive()) throw new Error('The consumer has not been heard of for too long')
  }
  const { app, handlers, jobs, parts = [] } = service.build({ ...deps, isAlive })
  if (handlers.length > 0) {
    consumer = createConsumer({ group: service.name, eventLog, db, handlers, log, metrics, onFatal })
  }
  measureOutbox(db, metrics)

  const loops = [publishOutbox(db, eventLog, log), purgeOldEvents(db, settings), ...jobs].map((job) =>
    createWokenLoop(service.schema, job, db, log),
  )
  return {
    app,
    parts: [
      ...parts,
      ...loops,
      ...(consumer ? [inBackground(consumer, onFatal)] : []),
      {
        name: 'http',
        start: () => app.listen({ host: settings.HOST, port: settings.PORT }),
        stop: () => app.close(),
      },
    ],
  }
}

/** A log that is not there yet keeps no service from answering. */
function inBackground(part: Part, onFatal: (error: unknown) => void): Part {
  return { ...part, start: async () => void part.start?.().catch(onFatal) }
}

/** A loop that PostgreSQL wakes through the job's channel. */
export function createWokenLoop(schema: string, job: Job, db: Database, log: Log): Part {
  const loop = createJobLoop(job, log)
  const { wakeOn } = job
  if (!wakeOn) return loop
  let unlisten: (() => Promise<void>) | undefined
  return {
    name: loop.name,
    start: async () => {
      // Listening again after a lost connection wakes the loop too: a notification may have been missed.
      const listening = await db.$client.listen(`${schema}.${wakeOn}`, loop.wake, loop.wake)
      unlisten = listening.unlisten
      await loop.start?.()
    },
    stop: async () => {
      await loop.stop()
      await unlisten?.().catch(() => {})
    },
  }
}

/** Removes published events and inbox marks past their retention. */
function purgeOldEvents(db: Database, settings: StoreSettings): Job {
  return {
    name: 'purge-old-events',
    intervalMs: CLEAN_UP_MS,
    run: async () => {
      const moreOutbox = await deletePublished(db, settings.OUTBOX_RETENTION_HOURS)
      const moreInbox = await deleteOldMarks(db)
      return moreOutbox || moreInbox
    },
  }
}
