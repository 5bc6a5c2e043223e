import { createGateway } from '@walkon/gateway/app'
import { gatewaySettings, urlsOfServices } from '@walkon/gateway/config'
import { loadSettings } from '@walkon/service/config'
import { createLog } from '@walkon/service/log'
import { createMetrics } from '@walkon/service/metrics'

/** Our gateway, whose services are all `upstreamUrl`. */
export function benchGateway(upstreamUrl: string) {
  const settings = loadSettings(gatewaySettings, {
    ...urlsOfServices(() => upstreamUrl),
    PUBLIC_URL: 'http://localhost:8080',
    // The board needs no web app, which may not be built.
    WEB_ROOT: import.meta.dirname,
    // One client stands for all of them here; the limits are counted, and not reached.
    RATE_LIMIT_PER_MINUTE: '1000000000',
    STREAMS_PER_CLIENT: '1000000000',
    STREAMS_IN_ALL: '1000000000',
  })
  const log = createLog({ service: 'gateway', level: 'warn' })
  return createGateway({ settings, log, metrics: createMetrics('gateway') })
}
