import { baseSettings, loadSettings } from '@walkon/service/config'
import { createHttpApp } from '@walkon/service/http'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'
import { startTracing } from '@walkon/service/tracing'

/** The smallest route there is, traced at the ratio that is given with a collector; prints its address. */

const [endpoint, ratio] = process.argv.slice(2)
const log = createLog({ service: 'bench', level: 'silent' })
const settings = loadSettings(baseSettings, {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: ratio,
})
const tracing = await startTracing(settings, log)
const app = createHttpApp({
  service: 'bench',
  log,
  metrics: createMetrics('bench'),
  tracer: tracing?.tracerOf('bench'),
})
app.get('/rides/:id', { config: { access: 'public' } }, async () => ({ wait: 10 }))
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
