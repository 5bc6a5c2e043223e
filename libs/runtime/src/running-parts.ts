import { createConsumer, topicsOf, type Consumer } from '@walkon/messaging/consumer'
import { measureLag } from '@walkon/messaging/consumer-lag'
import type { EventLog } from '@walkon/messaging/event-log'
import { deleteOldMarks } from '@walkon/messaging/inbox-marks'
import { deletePublished } from '@walkon/messaging/outbox-retention'
import { measureOutbox } from '@walkon/messaging/outbox-metrics'
import { publishOutbox } from '@walkon/messaging/relay'
import type { Database } from '@walkon/service/database'
import type { HttpApp } from '@walkon/service/http'
import { createJobLoop, type Job } from '@walkon/service/jobs'
import type { Part } from '@walkon/service/lifecycle'
import type { Log } from '@walkon/service/log'
import { createOperatorApp, operatorPart, type OperatorApp } from '@walkon/service/operator-app'
import { checkListener } from '@walkon/service/postgres'
import type { Tracer } from '@walkon/service/spans'
import { onWakeUp } from '@walkon/service/wake-ups'
import { measurePoolWait } from './pool-wait.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import type { ConfiguredService, ServiceDeps, StoreSettings } from './service.ts'
import { watchLog } from './watched-log.ts'

export type RunOptions = ServiceDeps & {
  eventLog: EventLog
  onFatal: (error: unknown) => void
}

const CLEAN_UP_MS = 10 * 60_000
const CHECK_LISTENER_MS = 15_000

/**
 * The running parts of a service, in the order in which they start; the caller opens and closes the connections. Probes are
 * answered first, while the database may be away, and until the last part has stopped. HTTP stops before what its requests need.
 */
export function createRunningParts(
  service: ConfiguredService,
  { eventLog: unwatched, onFatal, ...deps }: RunOptions,
): { app: HttpApp; operator: OperatorApp; parts: Part[] } {
  const { db, cache, log, metrics, tracer, now } = deps
  const { settings, migrationsFolder, name: group } = service
  const { eventLog, fault: logFault } = watchLog(unwatched)
  let consumer: Consumer | undefined
  const isAlive = () => requireAlive(consumer)
  const readiness = createReadiness({
    db,
    migrationsFolder,
    hasJoined: () => consumer?.hasJoined() ?? true,
    dependencies: [
      { name: 'kafka', fault: () => consumer?.fault() ?? logFault() },
      { name: 'redis', fault: () => cache.fault() },
    ],
    log,
    metrics,
  })
  const stopping = new AbortController()
  const isReady = () => (stopping.signal.aborted ? Promise.reject(stopping.signal.reason) : readiness.check())
  const operator = createOperatorApp({ log, metrics, isAlive, isReady })
  const { app, handlers, jobs, parts = [] } = service.build({ ...deps, eventLog })
  const ownJobs = [
    publishOutbox(db, eventLog, log, tracer),
    purgeOldEvents(db, settings),
    listenToThePrimary(db),
  ]
  if (handlers.length > 0) {
    consumer = createConsumer({ group, eventLog, db, handlers, log, metrics, tracer, onFatal })
    ownJobs.push(measureLag({ group, topics: topicsOf(handlers), eventLog, metrics, now }))
  }
  measureOutbox(db, metrics)
  measurePoolWait(db, metrics)
  const loops = [...ownJobs, ...jobs].map((job) => createWokenLoop(service.schema, job, db, log, tracer))
  const closeHttp = async () => {
    stopping.abort(new Error('The service is stopping'))
    await app.close()
  }
  return {
    app,
    operator,
    parts: [
      operatorPart(operator, settings),
      {
        name: 'http',
        start: () => app.listen({ host: settings.HOST, port: settings.PORT }),
        stop: closeHttp,
      },
      schemaPart(readiness, stopping),
      ...parts,
      ...loops,
      ...(consumer ? [inBackground(consumer, onFatal)] : []),
      { name: 'http requests', stop: closeHttp },
    ],
  }
}

/** Waits at its start until the schema is the code's. */
const schemaPart = (readiness: Readiness, stopping: AbortController): Part => ({
  name: 'schema',
  start: () => readiness.schemaIsCurrent(stopping.signal),
  stop: async () => {
    stopping.abort()
    await readiness.close()
  },
})

function requireAlive(consumer: Consumer | undefined): void {
  if (consumer && !consumer.isAlive()) throw new Error('The consumer has not been heard of for too long')
}

/** A log that is not there yet keeps no service from answering. */
function inBackground(part: Part, onFatal: (error: unknown) => void): Part {
  return { ...part, start: async () => void part.start?.().catch(onFatal) }
}

/** A loop that is woken through the channels of its job: by commits of this process, by notifications of all of them. */
export function createWokenLoop(schema: string, job: Job, db: Database, log: Log, tracer?: Tracer): Part {
  const loop = createJobLoop(job, log, tracer)
  const { wakeOn, listenOn } = job
  let stopWaking: (() => void) | undefined
  let unlisten: (() => Promise<void>) | undefined
  return {
    name: loop.name,
    start: async () => {
      if (wakeOn) stopWaking = onWakeUp(db, wakeOn, loop.wake)
      // Listening again after a lost connection wakes the loop too: a notification may have been missed.
      if (listenOn) ({ unlisten } = await db.$client.listen(`${schema}.${listenOn}`, loop.wake, loop.wake))
      await loop.start?.()
    },
    stop: async () => {
      stopWaking?.()
      await loop.stop()
      await unlisten?.().catch(() => {})
    },
  }
}

/** Looks whether a failover has left the session that listens on the demoted server. */
const listenToThePrimary = (db: Database): Job => ({
  name: 'listen-to-the-primary',
  intervalMs: CHECK_LISTENER_MS,
  run: () => checkListener(db),
})

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
