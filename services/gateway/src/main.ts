import { loadSettings } from '@walkon/service/config'
import { runProcess } from '@walkon/service/lifecycle'
import { createLog } from '@walkon/service/log'
import { collectProcessMetrics, createMetrics } from '@walkon/service/metrics'
import { connectRedis } from '@walkon/service/redis-cache'
import { settingsOrExit } from '@walkon/service/settings-or-exit'
import { deployedGatewaySettings } from './config.ts'
import { createGatewayParts } from './http/gateway-parts.ts'

const settings = settingsOrExit('gateway', () => loadSettings(deployedGatewaySettings, process.env))
const log = createLog({ service: 'gateway', level: settings.LOG_LEVEL })
const metrics = createMetrics('gateway')
collectProcessMetrics(metrics, settings)

const redis = connectRedis(settings.REDIS_URL, log)
await runProcess(
  [
    // Not waited for: without Redis each replica counts for itself.
    { name: 'redis', start: async () => void redis.start(), stop: redis.close },
    ...createGatewayParts({ settings, log, metrics, sharedCounts: redis.cache }),
  ],
  log,
)
