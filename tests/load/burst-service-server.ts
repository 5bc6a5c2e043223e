import { createPostgresLog } from '@walkon/messaging/postgres-log'
import { createLog } from '@walkon/service/log'
import { createMemoryCache } from '@walkon/service/memory-cache'
import { createMetrics } from '@walkon/service/metrics'
import { startParts } from '@walkon/service/lifecycle'
import { servicePartsOf } from './service-parts.ts'

/**
 * One service as a process, as it runs when deployed but on the local log. Its own log has every line of production and goes
 * nowhere. Prints `ready`.
 */

/** Only the one that runs is loaded: the other's packages would count in its memory. */
const SERVICES = {
  'alert-evaluator': async () => (await import('@walkon/alert-evaluator/app')).alertEvaluator,
  notifier: async () => (await import('@walkon/notifier/app')).notifier,
}

const [name = '', eventLogUrl = '', environment = '{}'] = process.argv.slice(2)
const service = await SERVICES[name as keyof typeof SERVICES]()
const log = createLog({ service: name, level: 'info' }, { write: () => {} })
const { eventLog, start, close } = createPostgresLog({ url: eventLogUrl, log })
const parts = servicePartsOf(service.configure(JSON.parse(environment)), {
  eventLog,
  cache: createMemoryCache(),
  log,
  metrics: createMetrics(name),
})
const stop = await startParts([{ name: 'event-log', start, stop: close }, ...parts], log)
process.once('SIGTERM', () => void stop().then(() => process.exit(0)))
process.stdout.write('ready\n')
