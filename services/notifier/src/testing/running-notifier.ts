import type { EventLog } from '@walkon/messaging/event-log'
import { createRunningParts } from '@walkon/runtime/running-parts'
import type { Database } from '@walkon/service/database'
import type { Environment } from '@walkon/service/config'
import type { Job } from '@walkon/service/jobs'
import { startParts } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { testEnvironment } from '@walkon/testing/service'
import { notifier } from '../app.ts'
import { SETTINGS } from './settings.ts'

export type StartOptions = {
  env?: Environment
  /** No loop looks for work by itself: what happens, a notification has caused. */
  onlyWhenWoken?: boolean
}

const neverLooks = () => ({ intervalMs: 3_600_000 })

/** Finds soon what the test's own connection commits, which wakes no loop here. In production such work waits five seconds. */
const looksOften = ({ wakeOn }: Job) => (wakeOn ? { intervalMs: 200, retryMs: 100 } : {})

export async function startNotifier(
  db: Database,
  url: string,
  { env = {}, onlyWhenWoken = false }: StartOptions,
) {
  const configured = notifier.configure({ ...testEnvironment(url), ...SETTINGS, ...env })
  const metrics = createMetrics('notifier')
  const log = createLog({ service: 'notifier', level: 'silent' })
  const service = {
    ...configured,
    build(deps: Parameters<typeof configured.build>[0]) {
      const parts = configured.build(deps)
      const clockOf = onlyWhenWoken ? neverLooks : looksOften
      return { ...parts, jobs: parts.jobs.map((job) => ({ ...job, ...clockOf(job) })) }
    },
  }
  const { parts } = createRunningParts(service, {
    db,
    cache: createMemoryCache(),
    log,
    metrics,
    now: () => new Date(),
    eventLog: emptyLog(),
    onFatal: () => {},
  })
  const running = parts.filter(({ name }) => name !== 'publish-outbox')
  return { metrics, stop: await startParts(running, log) }
}

const emptyLog = (): EventLog => ({
  publish: async () => {},
  subscribe: () => ({ start: async () => {}, stop: async () => {}, isAlive: () => true }),
  lag: async () => ({}),
  read: async () => {},
  close: async () => {},
})
