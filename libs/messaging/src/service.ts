import type { Cache } from '@walkon/service/cache'
import type { storeSettings } from '@walkon/service/config'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { createJobLoop, type Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import type { Metrics } from '@walkon/service/metrics'
import type { z } from 'zod'
import { createConsumer } from './consumer.ts'
import type { EventLog } from './event-log.ts'
import { deleteOldMarks, type Handler } from './inbox.ts'
import { deletePublished } from './outbox.ts'
import { measureOutbox } from './outbox-metrics.ts'
import { publishOutbox } from './relay.ts'

/** What a service is made of, whichever way it runs. */
export type Service<Settings extends StoreSettings = StoreSettings> = {
  /** Its consumer group, its CloudEvents `source` and its name in logs: never rename a service. */
  name: string
  /** Its PostgreSQL schema. */
  schema: string
  settings: z.ZodType<Settings>
  migrationsFolder: string
  /** Opens nothing, so a test builds it as a process does. */
  build(deps: Deps<Settings>): ServiceApp
}

export type StoreSettings = z.output<typeof storeSettings>

export type Deps<Settings> = {
  settings: Settings
  db: Database
  cache: Cache
  log: Log
  metrics: Metrics
  now: () => Date
  /** Throws when the process must be replaced; for the HTTP app's `/livez`. */
  isAlive: () => void
}

export type ServiceApp = {
  app: HttpApp
  handlers: Handler[]
  jobs: Job[]
  /** Whatever else runs: started before the jobs, stopped after them. */
  parts?: Part[]
}

export type RunOptions<Settings> = Omit<Deps<Settings>, 'isAlive'> & {
  eventLog: EventLog
  onFatal: (error: unknown) => void
}

const CLEAN_UP_MS = 10 * 60_000

/** The running parts of a service, in the order in which they start. Connections are the caller's. */
export function createServiceParts<Settings extends StoreSettings>(
  service: Service<Settings>,
  { eventLog, onFatal, ...deps }: RunOptions<Settings>,
): { app: HttpApp; parts: Part[] } {
  const { db, log, metrics, settings } = deps
  let consumer: ReturnType<typeof createConsumer> | undefined
  const isAlive = () => {
    if (consumer && !consumer.isAlive()) throw new Error('The consumer has not been heard of for too long')
  }
  const { app, handlers, jobs, parts = [] } = service.build({ ...deps, isAlive })
  if (handlers.length > 0) {
    consumer = createConsumer({ group: service.name, eventLog, db, handlers, log, metrics, onFatal })
  }
  measureOutbox(db, metrics)

  const loops = [publishOutbox(db, eventLog, log), forgetOldEvents(db, settings), ...jobs].map((job) =>
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
      // Listening again after a lost connection wakes the loop too: something may have been said meanwhile.
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

/** Removes what the outbox and the inbox need not remember any more. */
function forgetOldEvents(db: Database, settings: StoreSettings): Job {
  return {
    name: 'forget-old-events',
    intervalMs: CLEAN_UP_MS,
    run: async () => {
      const moreOutbox = await deletePublished(db, settings.OUTBOX_RETENTION_HOURS)
      const moreInbox = await deleteOldMarks(db, settings.INBOX_RETENTION_HOURS)
      return moreOutbox || moreInbox
    },
  }
}
