import { loadSettings } from '@walkon/service/config'
import { runProcess } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { connectRedis } from '@walkon/service/redis-cache'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { startTracing } from '@walkon/service/tracing'
import { deployedGatewaySettings } from './config.ts'
import { createGatewayParts } from './http/gateway-parts.ts'

const settings = settingsOrExit('gateway', () => loadSettings(deployedGatewaySettings, process.env))
const log = createLog({ service: 'gateway', level: settings.LOG_LEVEL })
const metrics = createMetrics('gateway')
collectProcessMetrics(metrics, settings)
const tracing = await startTracing(settings, log)

const redis = connectRedis(settings.REDIS_URL, log)
await runProcess(
  [
    ...(tracing ? [{ name: 'spans', stop: tracing.close }] : []),
    // Not waited for: without Redis each replica counts for itself.
    { name: 'redis', start: async () => void redis.start(), stop: redis.close },
    ...createGatewayParts({
      settings,
      log,
      metrics,
      tracer: tracing?.tracerOf('gateway'),
      sharedCounts: redis.cache,
    }),
  ],
  log,
)
